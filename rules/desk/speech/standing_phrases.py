"""The turns of phrase by which people give standing orders, as patterns: M0 stands for men of one's own,
F0 for an enemy, H0 for a hex; and by which reading each comes to an order (rules/desk/speech/lasting.py)."""

from __future__ import annotations

_COMES = "(?:is|are|comes?|gets?|moves?|steps?|walks?|rides?)"
_WITHIN = (
    r"(?:up )?(?:to )?(?:within|inside|(?P<closer>closer than|nearer than)) (?P<n>\d+)(?: hex(?:es|s)?)?"
    r"(?: range)?(?: of (?:him|them|us|it|M\d+))?"
)
_SOMEBODY = (
    "(?:somebody|someone|anybody|anyone|any one|an enemy|any enemy|the enemy|enemies|they|he|one of them|"
    r"something|(?P<foe>F\d+))"
)
_WHOEVER = (
    "(?:whoever|who ever|anyone who|anybody who|anyone that|everybody who|anything that|the first who|"
    "the first that|the first to|first to|the first enemy who|the first enemy that|the first one who|"
    "any enemy who|any enemy that)"
)
_THEN_SHOOT = (
    "(?: (?:and )?(?:then )?(?:shoots?|fires?)(?: at)?(?: the)? (?P<how>nearest|closest|first)(?: one)?)?"
)
_FIRST = "(?:the )?(?:first|first one|first enemy|anyone|anybody)"
_SHOOTS = "(?:fires?|shoots?|looses?)(?: at| on)?"
_WHEN = "(?:if|when|whenever|once|as soon as)"
_HOLDS = "(?:holds? (?:your |his |their )?fire|(?:dont|do not|does not|doesnt) (?:shoot|fire))"
_ELSE = "(?P<else> nobody else| no one else| only him| and nobody else)?"
_OR_BETTER = "(?: or (?:better|more|higher|above|over)|plus)?"
_UNDER = "(?:under|below|less than|worse than|lower than|at less than)"
_NOT = (
    "(?:dont|do not|does not|doesnt|never|no more|no longer|no|not to|not|wont|will not|nobody|no one|"
    "none|shouldnt|mustnt|neednt|need not|isnt to|arent to|shall not|should not|must not|is not to|"
    "are not to|"
    "nobody is to|no one is to|no man|stop)"
)
_ADVANCES = (
    "(?:advances?|advancing|pursues?|pursuing|pursuit|(?:follows?|following) up|(?:follows?|"
    "following))(?: anybody| anyone| them| him| the enemy)?"
)
_FOUGHT = (
    "(?: (?:any more|anymore|any longer|at all|this turn|now|into the gap|in))*"
    "(?: (?:after|if|when) (?:a |the |their |his )?(?:combats?|fights?|melee|winning|win|victory|"
    "we win|he wins|"
    "they win|you win|the enemy runs|they run|they fall back|they retreat|he is driven back))?"
    "(?: (?:any more|anymore|this turn|at all))*"
)
_BUT = "(?: (?:except|but|except for|apart from|other than|save) (?P<but>M\\d+))?"
_RUNS_WHO = "(?: who (?:runs?|flees?|retreats?|routs?|breaks?|is driven back|must run|has to run))"
_WHO_RUNS = "whoever (?:runs|flees|has to run|must run)"
_RUNS = "(?:must |should )?(?:runs?|flees?|retreats?|routs?|falls? back|goes?|run away)"
_SHARE = r"(?: it is| its| we have)?(?: at)?(?: least)? (?P<n>\d+)(?: percent| per cent)?"
_ODDS = (
    "(?: it is| its| he has| he gets| they have| you have| they are| we are| we have| odds are)?"
    "(?: at)?(?: least)?"
)
_HURT = "(?:(?:must|has to|have to|needs to|is to) (?:be|get)|gets|is) (?:wounded|hurt|hit)"
_SOME_MAN = "(?:one|somebody|someone|anybody|anyone|one of us|one of mine|a man)"
_LIST = r"(?P<list>(?:first ?|then |next |and |last |to |M\d+ ?)+)(?P<but> ?not M\d+)?"
_WHO = r"(?:(?P<who>M\d+) )?"
REMARK = (
    r"(?:because|since|cos|he|hes|he is|they|theyre|it|its|M\d+ (?:has|is|will|got|s)|M\d+s|that|"
    r"thats|too|never mind|"
    r"dont want|i|we|im|so|for he|for they|no need|has|is|not my|enough|better safe)\b[^HF]*"
)
_FROM_NOW_ON = "(?:new |as a )?standing orders? |from now on "
_LEAD = f"(?:{_FROM_NOW_ON}|please )*"
_TAIL = (
    "(?: only| this turn| now| again| any more| anymore| if you please| kindly| thank you|"
    " thanks| please| pls| from now on| this game)*"
)


# The patterns, and what makes an order of each.
PATTERNS: tuple[tuple[str, str], ...] = (
    (
        f"{_LEAD}{_WHO}(?:all )?{_HOLDS} (?:until|till|unless) (?:theyre |{_SOMEBODY} "
        f"{_COMES} )?{_WITHIN}{_THEN_SHOOT}{_TAIL}",
        "held_fire",
    ),
    (f"{_LEAD}{_WHO}(?:all )?{_SHOOTS} {_WHOEVER} {_COMES} {_WITHIN}{_TAIL}", "watch"),
    (
        rf"(?:{_FROM_NOW_ON}){_WHO}(?:all )?{_SHOOTS} {_FIRST} {_WITHIN}"
        rf"(?: not (?P<not>\d+))?{_TAIL}",
        "watch",
    ),
    (
        rf"{_LEAD}{_WHEN} {_SOMEBODY} {_COMES} {_WITHIN}(?: of (?:him|them|M\d+))? (?:then )?"
        rf"(?P<who>M\d+) {_SHOOTS} (?:him|them|her|(?P<at>F\d+)){_ELSE}{_TAIL}",
        "watch",
    ),
    (rf"{_LEAD}{_WHEN} {_SOMEBODY} {_COMES} {_WITHIN} (?P<who>M\d+) {_SHOOTS}{_TAIL}", "watch"),
    (
        rf"{_LEAD}(?P<who>M\d+) {_SHOOTS} (?P<at>F\d+) {_WHEN} (?:he|she) {_COMES} {_WITHIN}"
        f"{_ELSE}{_TAIL}",
        "watch",
    ),
    (
        rf"{_LEAD}(?P<who>M\d+) {_SHOOTS}(?: him| her| them)? {_WHEN} {_SOMEBODY} {_COMES} {_WITHIN}"
        f"{_ELSE}{_TAIL}",
        "watch",
    ),
    (f"{_LEAD}{_WHO}{_NOT} {_ADVANCES}{_FOUGHT}{_BUT}{_TAIL}", "no_advance"),
    (rf"{_LEAD}{_NOT} {_ADVANCES}{_FOUGHT} (?:with|for|by) (?P<who>M\d+){_TAIL}", "no_advance"),
    (
        f"{_LEAD}(?:only )?{_WHO}counter(?: ?-?charg(?:es?|ing))?(?: only)?"
        f"(?: with| at| if| when| from)?{_SHARE}"
        f"{_OR_BETTER}{_TAIL}",
        "counter",
    ),
    (f"{_LEAD}{_WHO}{_NOT} counter ?-?charges?{_TAIL}", "no_counter"),
    (
        rf"{_LEAD}(?:{_NOT}|cancel(?: the)?|forget(?: the)?) counter ?-?charg(?:es?|ing)"
        rf"(?: order| orders| thing| business)? (?:for|by|from|with|of) (?P<who>M\d+){_TAIL}",
        "no_counter",
    ),
    (
        rf"{_LEAD}{_WHO}counter ?-?charg(?:es?|ing)(?: is| are)? (?:only )?(?:against|at|of) (?:the )?"
        rf"(?P<kind>horse|horses|mounted|riders|horsemen|cavalry)(?: only)?(?: (?:at|with|from|if){_SHARE}"
        f"{_OR_BETTER})?{_TAIL}",
        "counter",
    ),
    (
        rf"{_LEAD}{_WHEN} (?:they|{_SOMEBODY}|enemies) (?:charges?|rides? at) (?P<who>M\d+) "
        rf"(?:he|then he|then|they|M\d+)(?: shall| should| will| is to| may)? counter ?-?charges?"
        rf"(?: (?:at|with|if|only if)(?: he has)?{_SHARE}{_OR_BETTER})?{_TAIL}",
        "counter",
    ),
    (
        rf"{_LEAD}(?:(?P<a>only ){_WHO}attacks?|(?P<who3>M\d+) only attacks?|"
        rf"(?P<who2>M\d+ )?attacks?(?P<b> only)?) (?:only )?"
        rf"(?:if|at|with|when|where){_ODDS} (?P<n>\+?\d+)"
        f"(?P<better> or (?:better|more|higher|above|over))?{_TAIL}",
        "attack_at",
    ),
    (
        f"{_LEAD}{_NOT} attack(?:s|ing)?(?: with| by)?(?: nobody| anybody| anyone| anything)?"
        rf"(?: at)? {_UNDER} (?P<n>\+?\d+){_TAIL}",
        "attack_best",
    ),
    (
        rf"{_LEAD}attacks? (?:with |by )?(?:nobody|no one) (?:at )?{_UNDER} (?P<n>\+?\d+){_TAIL}",
        "attack_best",
    ),
    (
        rf"{_LEAD}{_NOT} (?:attacks?|fights?|combats?)(?: that is| which is| that are| with odds)? "
        rf"(?:worse|lower|less|"
        rf"poorer) than (?P<n>\+?\d+){_TAIL}",
        "attack_best",
    ),
    (
        rf"{_LEAD}{_WHO}(?:picks? (?:his|their|your) own targets?|(?:{_SHOOTS}) (?:at )?(?:whatever|"
        rf"anything|whoever|"
        rf"anybody|anyone|everything)(?: that| who)?(?: he sees| comes| they see| you see| moves)?)"
        rf"(?: whenever he sees one)?"
        rf"(?: never mind who| no matter who| whoever it is)? (?:up to|within|inside|out to|at up"
        rf" to) (?P<n>\d+)"
        rf"(?: hex(?:es|s)?)?{_TAIL}",
        "watch",
    ),
    (
        rf"{_LEAD}{_WHO}(?:waits?|holds?|keeps?|stays?|saves?)(?: with)? (?:his |their |your |the )?"
        rf"(?:javelins?|arrows?|"
        rf"shots?|bows?|stones?|fire|missiles?) (?:until|till) (?:{_SOMEBODY} {_COMES}"
        rf" )?{_WITHIN}{_THEN_SHOOT}{_TAIL}",
        "held_fire",
    ),
    (
        rf"{_LEAD}(?:first )?wounds?(?: first)?(?: goes| go)?(?: to)? (?P<list>M\d+)"
        rf"(?P<more>(?: then| and| next| after him| only| after that| last| to| first| M\d+)*){_TAIL}",
        "wounds",
    ),
    (f"{_LEAD}(?:my )?(?:wounds?|hits|wounded) (?:go |goes |are |to )*{_LIST}{_TAIL}", "wounds"),
    (
        f"{_LEAD}if {_SOME_MAN} {_HURT} (?:then )?(?:take |choose |pick |it is |let it be )?{_LIST}{_TAIL}",
        "wounds",
    ),
    (
        rf"{_LEAD}(?P<list>M\d+) takes? (?:the )?(?:wounds?|hits?) first"
        rf"(?P<more>(?: then| and| next| M\d+)*){_TAIL}",
        "wounds",
    ),
    (
        rf"(?:{_FROM_NOW_ON})+(?:everybody|(?P<who>M\d+))?{_RUNS_WHO}? ?{_RUNS} "
        rf"(?:toward|towards|to) (?P<h>H\d+){_TAIL}",
        "retreat",
    ),
    (
        rf"(?:{_FROM_NOW_ON})?(?:everybody |(?P<who>M\d+) )?retreats? "
        rf"(?:toward|towards|to) (?P<h>H\d+) from now on",
        "retreat",
    ),
    (
        rf"{_LEAD}(?:(?:everybody|(?P<who>M\d+)){_RUNS_WHO}|{_WHO_RUNS}) {_RUNS} "
        rf"(?:toward|towards|to) (?P<h>H\d+){_TAIL}",
        "retreat",
    ),
    (
        rf"{_LEAD}(?:all )?retreats?(?: if any| if there are any)? (?:is |are |go |goes )?(?:in the"
        rf" direction of|in direction of|"
        rf"towards?|to) (?:the )?(?P<h>H\d+){_TAIL}",
        "retreat_of_all",
    ),
    (
        rf"{_LEAD}(?:whoever|anyone who|everybody who|everyone who|who) (?:is|gets|must be) (?:driven|"
        rf"pushed|forced|beaten|thrown) back "
        rf"(?:goes|runs|retreats?|falls back|withdraws|retires)? ?(?:in the direction of|towards?|"
        rf"to) (?P<h>H\d+){_TAIL}",
        "retreat_of_all",
    ),
    (
        rf"{_LEAD}(?:if|when) (?:he is |they are |we are )?(?:driven|pushed|forced|beaten|thrown)"
        rf" back (?P<who>M\d+) "
        rf"(?:goes|runs|retreats?|falls back|withdraws|retires)? ?(?:in the direction of|towards?|"
        rf"to) (?P<h>H\d+){_TAIL}",
        "retreat",
    ),
)
