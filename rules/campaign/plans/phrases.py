"""Turns of phrase of campaigns: ways of putting an order that its word is not in. Regular expressions, and
what is read in their place; plainly.py tries them in this order."""

from __future__ import annotations

_ACT = (
    r"(?:fight|refuse|withdraw|retreat|flee|run(?: away)?|yield|surrender|slip away|evade"
    r"|avoid (?:battle|a fight|fights?))"
)
_MEETS = r"(?:attacked|met)"
_THEY_ARE = (
    r"(?:(?:they|he|she|it|we|you|anybody|anyone) )?(?:(?:are|is|be|get|gets|become|becomes|'re|'s) )?"
)
_WHO = r"[\w']+(?:(?:,| and) [\w']+)*"
_EVERYBODY = r"(?:nobody|no ?one|none of (?:us|them|you|(?:my|our) (?:groups|men|people|leaders)))"
_REST = (
    r"(?:(?:all )?the (?:rest|other groups|remaining groups|others?)"
    r"(?: of (?:them|us|(?:my|our) (?:groups|men|people)))?|(?:everybody|everyone|all) else)"
)
_LIMIT = r"(?=\s*(?:$|[.,;]|(?:only )?(?:if|unless|until|till|before|from|except)\b))"

TURNS: tuple[tuple[str, str], ...] = (
    # short
    (r"\bdont\b", "don't"),
    (r"\bdoesnt\b", "doesn't"),
    (r"\bslips (?=(?:away|off)\b)", "slip "),
    (r"\bslip off\b", "slip away"),
    (r"^mtg\b", "meet"),
    (r"(?<=\d to \d)\+", " or better"),
    (r"(?<=[,;] )rd\b", "by road"),
    (r"\b(?:rfse|ref)\b", "refuse"),
    (r"\bft?g\b|\bftg?\b", "fight"),
    (r"\batt'?d\b|\battkd\b", "attacked"),
    (r"(?<=[\w:] )att(?:k|ck)?\b", "attack"),
    (r"\bmv\b", "march"),
    (r"\bhld\b", "hold"),
    (r"^rec\b", "recruit"),
    (r"^q ?(\d)$", r"quiet \1 days"),
    (r"\bmercs\b", "mercenaries"),
    (r"\s*>=\s*(?=\d)", " at least "),
    (r"\s*<=\s*(?=\d)", " up to "),
    (r"\bunless \+(\d{1,3})(?: or (?:better|more))?(?=\s|$|[,;.])", r"unless \1 or more stronger"),
    (r"(?:\b(?:if|at|when) |(?<=fight )|(?<=fights ))\+(\d{1,3})(?: or (?:better|more))?(?=\s|$|[,;.])",
     r"if \1 or more stronger"),
    (r"\b(fights?) (?=\d{1,3} to \d{1,3}\b)", r"\1 if odds "),
    # who
    (rf"^\W*(?:and |but |then )?{_REST}(?=:?\s+[a-z])", "others"),
    (rf"(?P<before>[.,;]\s+(?:and |but )?|\b(?:and|while|but)\s+){_REST}(?=:?\s+[a-z])", r"\g<before>others"),
    (r"(?<=\s)rest (?=(?:to )?(?:hold|stay|wait|remain|halt|march|go|keep)s?\b)", "others "),
    (r"^rest (?=(?:to )?(?:hold|stay|wait|remain|halt|march|go|keep)s?\b)", "others "),
    (r"(?<=\s)(?:everybody|everyone|all) else(?=\s+[a-z])", "others"),
    (rf"^{_EVERYBODY} (?:(?:shall|should|must|is to|are to|may|will) )?"
     rf"(?:fights?|attacks?)(?: (?:anybody|anyone|anything|battles?|them))?{_LIMIT}", "nobody fights"),
    (rf"^who(?:so)?ever (?:(?:is|gets|are) )?({_MEETS}),? (?=\w)", r"meet all: if \1 "),
    (rf"^who(?:so)?ever is ([^,;.:]{{3,40}}?),? (?:should |shall )?({_ACT})s?$", r"meet all: \2 if \1"),
    (r"( and [\w']+) both (?=(?:to|toward|towards|hold|stay|march|go|wait)\b)", r"\1 "),
    (r"^(every(?:body|one)|all) (\w+) except (?:for )?([\w']+),? who (.+)$", r"\3 \4. others \2"),
    (r"^([\w']+) takes? ([\w']+) (?:along )?with (?:him|them) to ([\w']+)", r"march \1 and \2 to \3"),
    (r"^tell ([\w']+) (?:that )?(?:he|they) (?:should|shall|must|has to|have to|is to|are to) ", r"\1 "),
    (r"\b((?:the |our |my )?[\w']+ )(?:should |shall |must |is to |to )?(?:go(?:es)? (?:and |to )?)?"
     r"(?:have|has|take|takes) a (?:good |quick |close )?look (?:at|around|into)\b", r"\1looks at"),
    # what is taken back on the line
    (r"^instead of (?:marching |going )?(?:to )?[\w']+,? (?=[\w']+ (?:go|goes|march|marches|to)\b)", ""),
    (r"( to )[\w']+,? (?:no,? )?(?:sorry|wait|make (?:that|it)|i mean|or rather),? (?:to"
     r" )?([\w']+)$", r"\1hex \2"),  # another place: "I mean Drogo" has him go in the other's stead
    (r"( to )[\w']+(?: -)?,? no,? to ([\w']+)$", r"\1hex \2"),
    # what is done at a meeting
    (r"\bif (?:anybody|anyone|somebody|someone|they|the enemy|enemies) attacks?(?: (?:us|them"
     r"|him))?\b", "if attacked"),
    (r"\b(if|when|should) (?:(?:they|he|she|it|we|you) )(?:meets?|encounters?|runs? into|comes? across)"
     r" (?:anyone|anybody|someone|somebody|strangers|others|the enemy|enemies|them),?"
     rf"(?: (?:they|he|she|it|we))?(?= (?:avoids? (?:him|her|it|them)|{_ACT}s?)\b)", "if met"),
    (r"\bavoids? (?:him|her|them)\b", "refuse"),
    (r"\bkeeps? out of (?:any |all |every |the )?(?:fights?|fighting|battles?|trouble)\b",
     "never fight; refuse"),
    (r"\brefuses? (?:(?:all|any|every) (?:fights?|battles?)|all|everything|everybody|everyone)(?=\s*(?:$"
     r"|[.,;]))",
     "refuse"),
    (r"^(?:all(?: groups)?|everybody|everyone)\s*:?\s+attacks?(?=\s+(?:only )?(?:if|when|unless)\b)",
     "meet all: fight"),
    (rf"\bfights? only (?:if|when) {_THEY_ARE}attacked(?=\s*(?:$|[.,;]))", "fight never, refuse never"),
    (rf"^(?:if|when|should) (?:the )?([\w']+) (?:attacks?(?: us| them| anybody)?|offers? battle),?"
     rf" (?:every(?:body|one)|all|we all) (?:should |shall"
     rf" )?({_ACT})s?$", r"meet all against \1: if attacked \2"),
    (rf"\b({_ACT})s? (?:if|when|whenever) {_THEY_ARE}({_MEETS})(?=\s*(?:$|[.,;]))", r"if \2 \1"),
    (rf"\b(?:if|when|whenever) {_THEY_ARE}({_MEETS})\b(?=[\s,]+(?:(?:they|he|she|it|we) )?"
     rf"(?:(?:shall|should|will|must) )?(?:just |simply )?{_ACT}s?\b)", r"if \1"),
    (rf"\b({_ACT})s? (?:else|otherwise)\b", r"else \1"),
    (rf"\b(else|otherwise),? (?:he|they|she|it|we) (?=(?:should |shall )?{_ACT}s?\b)", r"\1 "),
    (rf"\b({_ACT})(s?) only (?=(?:from|until|till|before|after|on) )", r"\1\2 "),
    (rf"(?<=[.;,] )(he|they|it) (?:is|are|shall|should|must|will)(?: to)? (?=(?:avoid|keep"
     rf"|{_ACT})\b)", r"\1 "),
    # ways
    (r"\bfirst to ([\w']+),? (?:and )?then (?:on )?to ([\w']+)$", r"to \2 via \1"),
    (r"\b(?:on|along|by|over|down) the (?:streets?|highway|(?:main|high) road)\b", "by road"),
    (r"\b(go|goes|march|marches|ride|rides|move|moves) over (?!the\b)([\w']+) to (?:the )?([\w']+)",
     r"\1 to \3 via \2"),
    (r"\b(stay|stays|remain|remains|keep|keeps) standing\b", r"\1"),
    (r"( and [\w']+ (?:[a-z]+ )?(?:march|go|ride|move|come)(?:s|es)?) together\b", r"\1"),
    # places
    (r"\bat least (\d+) of us\b", r"at least \1 men"),
    (r"\bthere are (?=at least \d+ men\b)", ""),
    (r"\b(?:as soon as|once) (?=(?:he|they|we) (?:has|have)\b)", "if "),
    (r"\bleaves? a garrison of (\d+)(?: men)? (?:in|at) ([\w']+)", r"garrison \2 at least \1"),
    (r"^(convoy .+?),? (?:and )?([\w']+) (?:escorts|guards|protects) (?:it|the convoy)$", r"\1 with \2"),
    (r"\b((?:be)?sieges? [\w' ]{2,40}?),? and (?:to )?starves? (?:it|them)(?: out)?\b", r"\1"),
    (r"\b(?:gives? up|lifts?|abandons?|breaks? off|ends?|raises?|leaves?) the siege(?: of [\w']+)?,? and"
     r"(?: then)? (?=\w)", ""),
    (r"\b((?:attack|assault|storm|(?:be)?siege|summon)s? [\w' ]{2,40}?),? (?:when|once|as soon as) (?:he"
     r"|they|it)"
     r" (?:is|are|gets?|arrives?)(?: there)?(?=\s*(?:$|[.;]))", r"\1"),
    (r"^(at least \d+)(?: men)? (?:shall |should |must |are to )?(?:stay|remain)s? (?:in|at|behind in)"
     r" ([\w']+)$",
     r"garrison \2 \1"),
    (r"^([\w']+) leaves? (\d+(?: [\w' ]{3,20}?)?)(?: back| behind)? (?:in|at) ([\w']+)$",
     r"garrison \3 with \2 of \1"),
    (r"^no (?:loot|looting|plunder|plundering|pillage|pillaging)$", "loot 0"),
    (r"^(?:at|in) the siege of ([\w']+),? (?:we |let us )?(?=\w)", r"siege \1: "),
    (r"^(?:all )?(\d+)(?: men)? of ([\w']+) (?:shall |should )?join the garrison (?:of|in|at) ([\w']+)$",
     r"garrison \3 with \1 of \2"),
    (r"^([\w']+) gives? ([\w']+) (\d+ (?!d\b|den|pence)[a-z]{3,}(?: [a-z]{3,})?)$", r"move \3 from \1 to \2"),
    (r"^([\w']+) buys ([\w']+) free$", r"ransom \2 from \1's purse"),
    # money, spies, who comes to whose help
    (r"\bpays? no ransom (?=for\b|of\b)", "no ransom "),
    (r"^(?:if|should) ([\w']+) (?:is|be|gets?|should be) (?:captured|taken(?: prisoner)?|made (?:a"
     r" )?prisoner),?"
     r" pays? (?:his|the) ransom\b", r"ransom \1"),
    (r"^(?:if|should) ([\w']+) (?:is|be|gets?|should be) (?:captured|taken(?: prisoner)?|made (?:a"
     r" )?prisoner),?"
     r" ([\w']+) pays?(?: (?:his|the) ransom| for him)?$", r"ransom \1 from \2's purse"),
    (r"\bspy out\b", "spy on"),
    (r"^([\w']+) (?:comes?|rides?|hurries|goes) to (?:the )?(?:help|aid|rescue|his help) if ([\w']+)"
     r" (?:fights|is attacked|is in a battle)$", r"join any battle next to \1 if \2 fights"),
    (r"^([\w']+) (?:helps?|assists?|supports?) ([\w']+) if (?:he|they) (?:fights?|(?:is|are) (?:attacked"
     r"|fighting))$",
     r"join any battle next to \1 if \2 fights"),
    (rf"^(?:if|when) ([\w']+) (?:is attacked|fights|is in a battle),? ({_WHO})"
     r" (?:joins?|helps?|comes? to (?:his|the) (?:help|aid|rescue)(?: of)?)(?: him| them| in)?$",
     r"join any battle next to \2 if \1 fights"),
    (r"\b(hires? .+?),? if (?:it|they|he|that) costs? (?:us |me )?(?:at most|up to|no more than"
     r"|not more than) (\d+(?:\.5)?)(?: ?d| deniers?)?$", r"\1 up to \2 D"),
    (r"\bpoints? of (?:supply|supplies|food|provisions)\b", "points"),
)  # fmt: skip
"""Applied behind what plainly.py changes first, and before its own turns of phrase."""
