"""What is right and wrong with a domain's SPF record, which says who may send in its name."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address

from pbem.calling import PROGRAM
from pbem.domain import spf
from pbem.domain.findings import Line, Mark
from pbem.domain.records import Records
from pbem.domain.setup import PROVIDERS, Provider, Setup
from pbem.domain.spf import MOST_EMPTY_LOOKUPS, MOST_LOOKUPS, BrokenRecord, Reach, Spf

TOPIC = "SPF"
_HOW_TO_SHORTEN = (
    "leave out what does not send for you; put addresses (ip4:, ip6:) where a, mx and include stand"
)


def findings(setup: Setup, records: Records) -> Iterator[Line]:
    """Whether there is one record, whether receivers can use it, whom it names, and what it says
    of all others."""
    found = spf.published(records, setup.domain)
    wanted = _wanted(setup)
    if not found:
        # a provider may send with an envelope of its own, which has a record of its own
        mark = Mark.NOTE if setup.provider else Mark.MEND
        yield Line(
            TOPIC, mark, f"{setup.domain} has no SPF record", f'publish  {setup.domain}. TXT "{wanted}"'
        )
    elif len(found) > 1:
        yield Line(
            TOPIC,
            Mark.MEND,
            f"there are {len(found)} SPF records: receivers use none",
            f'keep one: "{wanted}"',
        )
    else:
        yield from _of_record(setup, records, found[0])


def _wanted(setup: Setup) -> str:
    if setup.provider:
        include = PROVIDERS.get(setup.provider, Provider("")).include
        return f"v=spf1 include:{include or '<what your provider names>'} ~all"
    return f"v=spf1 {' '.join(map(_term, setup.addresses)) or 'mx'} ~all"


def _term(address: str) -> str:
    return f"ip{ip_address(address).version}:{address}"


def _of_record(setup: Setup, records: Records, record: str) -> Iterator[Line]:
    try:
        reach = spf.reach(records, setup.domain)
    except BrokenRecord as error:
        missing = f", and name {' '.join(map(_term, setup.addresses))}" if setup.addresses else ""
        yield Line(TOPIC, Mark.MEND, f"receivers cannot use the record: {error}", f"put it right{missing}")
        return
    yield from _length(reach)
    if setup.provider:
        yield _provider(setup, records, record, reach)
    elif setup.addresses:
        yield from (_address(setup, records, address) for address in setup.addresses)
    else:
        yield Line(
            TOPIC,
            Mark.NOTE,
            (
                "whether the record names this server cannot be told without the address from which its "
                "mail leaves"
            ),
            f"tell it: {PROGRAM} mailcheck --address 203.0.113.5",
        )
    yield from _all_others(reach)


def _length(reach: Reach) -> Iterator[Line]:
    """Receivers stop looking things up at some point, and take the record for broken."""
    if reach.lookups > MOST_LOOKUPS:
        yield Line(
            TOPIC,
            Mark.MEND,
            f"the record takes {reach.lookups} look-ups in all, and receivers stop at {MOST_LOOKUPS}",
            _HOW_TO_SHORTEN,
        )
    elif reach.lookups == MOST_LOOKUPS:
        yield Line(
            TOPIC,
            Mark.NOTE,
            (
                f"the record takes {reach.lookups} look-ups, the most there may be: whoever is in it can "
                "break it by one more"
            ),
            _HOW_TO_SHORTEN,
        )
    if len(reach.empty) > MOST_EMPTY_LOOKUPS:
        yield Line(
            TOPIC,
            Mark.MEND,
            f"{len(reach.empty)} of its names lead nowhere ({', '.join(reach.empty)}): receivers stop at "
            f"{MOST_EMPTY_LOOKUPS} such",
            "take these names out of the record",
        )


def _provider(setup: Setup, records: Records, record: str, reach: Reach) -> Line:
    known = PROVIDERS.get(setup.provider)
    if known is None or not known.include:
        return _relay(setup, records, record)
    if known.include in reach.included:
        return Line(TOPIC, Mark.OK, f"{known.title} may send for {setup.domain}")
    return Line(
        TOPIC,
        Mark.NOTE,
        f"the record does not name {known.title}: fine if it sends with an envelope of its own, as most do",
        f"else put  include:{known.include}  into it",
    )


def _relay(setup: Setup, records: Records, record: str) -> Line:
    """A mail server of somebody else's: its own address may send, or nobody can tell from here."""
    relay = setup.provider
    addresses = records.find(relay, "A") + records.find(relay, "AAAA") if "." in relay else []
    verdicts = {address: spf.verdict(records, setup.domain, address)[0] for address in addresses}
    if verdicts and set(verdicts.values()) == {Spf.PASS}:
        return Line(TOPIC, Mark.OK, f"{relay} ({', '.join(addresses)}) may send for {setup.domain}")
    return Line(
        TOPIC,
        Mark.NOTE,
        f'the record is "{record}", and does not name {relay} itself',
        f"see whether it has what {relay} tells you to put there",
    )


def _address(setup: Setup, records: Records, address: str) -> Line:
    said, why = spf.verdict(records, setup.domain, address)
    if said is Spf.PASS:
        return Line(TOPIC, Mark.OK, f"{address} may send for {setup.domain} ({why})")
    return Line(
        TOPIC,
        Mark.MEND,
        f"mail from {address} gets the verdict {said} ({why})",
        f"put  {_term(address)}  into the record",
    )


def _all_others(reach: Reach) -> Iterator[Line]:
    if reach.others is Spf.PASS:
        yield Line(
            TOPIC, Mark.MEND, "the record ends in +all: everybody may send for you", "end it in ~all or -all"
        )
    elif reach.others is Spf.NEUTRAL:
        yield Line(
            TOPIC,
            Mark.NOTE,
            "the record says nothing against anybody: it forbids no forged mail",
            "end it in ~all or -all",
        )
    if reach.unread:
        yield Line(
            TOPIC,
            Mark.MEND,
            f"behind all, where nobody reads on, stands  {' '.join(reach.unread)}",
            "let all be the last word of the record",
        )
