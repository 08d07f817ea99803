"""Notes of absence that say in no header what they are, known by their words.

Careful on purpose. Somebody who is away writes so himself, too, and is a person; a note says besides that he
is out of his office until then, thanks for the mail, names whom to ask meanwhile, or says that it was not
written by hand. What asks something or speaks of the game is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

_MOST_LINES, _MOST_CHARS, _LOOKED_AT = 40, 2500, 1200


_ROOTS = (
    "office", "away", "leave", "holiday", "vacation", "travel", "available", "büro", "haus", "platz",
    "urlaub", "abwesend", "verreist", "erreichbar", "dienstreise", "bureau", "absent", "cong", "vacan",
    "déplacement", "oficina", "despacho", "ausente", "viaje", "uffici", "sede", "ferie", "assente",
    "escritório", "férias", "kantoor", "afwezig", "vakantie", "verlof", "kontor", "semester", "ledig", "rest",
    "resa", "fravær", "poissa", "toimisto", "tavoitettav", "loma", "matk", "biur", "nieobecn", "urlop",
    "kancel", "nepřítom", "dovolen", "irod", "házon", "szabads", "birou", "concediu", "plecat", "ofis",
    "izin", "tatil", "офис", "офіс", "работ", "отпуск", "отсутств", "робо", "відсутн", "відпустк", "γραφείο",
    "άδεια", "διακοπές", "ured", "kancelarij", "godišnj", "odmor", "不在", "休", "外出", "出差", "부재",
    "휴가", "외근", "사무실", "משרד", "المكتب", "دفتر", "văn phòng", "vắng mặt", "kantor", "cuti",
)  # fmt: skip
"""One of these stands in every note. Most mails have none, and for them no pattern is made."""


class _AnyOf:
    """Some patterns as one, which is made when it is first asked for."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.pattern: re.Pattern[str] | None = None

    def search(self, text: str) -> re.Match[str] | None:
        self.pattern = self.pattern or re.compile("|".join(self.words), re.IGNORECASE)
        return self.pattern.search(text)


_OUT_OF_OFFICE = _AnyOf(
    r"\b(?:i\s+am|i['’]m|i\s+will\s+be|i['’]ll\s+be|we\s+are|is|am)\s(?:\w+\s){0,3}(?:out\s+of\s+(?:the\s+"
    r"|my\s+)?office|away\s+from\s+(?:the|my)\s+(?:office|desk|mail|e-?mail))\b",
    (
        r"(?<!\bwas\s)(?<!\bwere\s)(?<!\bbeen\s)\bout\s+of\s+(?:the\s+)?office\s+(?:from|until|till|through"
        r"|and\s+will)\b"
    ),
    r"\bour\s+office\s+is\s+closed\b",
    (
        r"\bich\s+(?:bin|werde)\s.{0,60}?(?:nicht\s+im\s+(?:büro|hause?)|außer\s+haus"
        r"|nicht\s+am\s+(?:arbeits)?platz)\b"
    ),
    (
        r"\b(?:bin|ist|sind)\s.{0,60}?nicht\s+im\s+büro\b|\b(?:unser"
        r"|das)\s+büro\s+ist\s+(?:\S+\s+){0,6}geschlossen\b"
    ),
    (
        r"\bje\s+(?:suis|serai)\s.{0,40}?(?:absente?\s+d[ue]\s+(?:mon\s+)?bureau"
        r"|hors\s+d[ue]\s+(?:mon\s+)?bureau|absente?\s+(?:du|jusqu))"
    ),
    (
        r"\b(?:estoy|estaré|me\s+encuentro)\s.{0,30}?(?:fuera\s+de\s+(?:la|mi)\s+oficina"
        r"|fuera\s+del\s+despacho|ausente\s+de\s+la\s+oficina)\b"
    ),
    r"\b(?:sono|sarò)\s.{0,30}?(?:fuori\s+(?:ufficio|sede|dall['’]ufficio)|assente\s+dall['’]ufficio)",
    r"\b(?:estou|estarei|encontro-me)\s.{0,30}?(?:fora\s+do\s+escritório|ausente\s+do\s+escritório)\b",
    r"\bik\s+ben\s.{0,60}?(?:niet\s+(?:op|in)\s+(?:het\s+|mijn\s+)?kantoor|afwezig)\b",
    r"\bjag\s+är\s.{0,60}?(?:inte\s+på\s+kontoret|borta\s+från\s+kontoret)\b",
    (
        r"\bjeg\s+er\s.{0,60}?(?:ikke\s+på\s+kontoret|ude\s+af\s+kontoret|ute\s+av\s+kontoret"
        r"|borte\s+fra\s+kontoret)\b"
    ),
    (
        r"\b(?:olen|en\s+ole)\s.{0,60}?(?:poissa\s+(?:toimistolta|työpaikalta|töistä)|toimistolla"
        r"|tavoitettavissa)\b"
    ),
    r"\b(?:jestem|będę)\s.{0,40}?(?:poza\s+biurem|nieobecn[ya])\b|\bprzebywam\s+poza\s+biurem\b",
    (
        r"\b(?:jsem|budu|nejsem)\s.{0,40}?(?:mimo\s+kancelář|v\s+kanceláři|nepřítom)|\b(?:som|budem"
        r"|nie\s+som)\s.{0,40}?(?:mimo\s+kancelári|v\s+kancelárii)"
    ),
    r"\b(?:nem\s+vagyok|nem\s+leszek|távol\s+vagyok|távol\s+leszek)\s.{0,40}?irod|\bházon\s+kívül\s+vagyok\b",
    (
        r"\b(?:sunt|voi\s+fi|nu\s+sunt)\s.{0,40}?(?:plecat[ăa]?\s+din\s+birou|la\s+birou"
        r"|în\s+afara\s+biroului|absent[ăa]?\s+de\s+la\s+birou)\b"
    ),
    r"\bofis(?:te|imde)?\s.{0,40}?(?:dışındayım|dışında\s+olacağım|değilim|olmayacağım)",
    (
        r"(?:меня\s+(?:\S+\s+){0,6}?(?:нет|не\s+будет)|отсутствую|буду\s+отсутствовать"
        r"|нахожусь\s+вне)\s(?:.{0,40}?\s)?(?:в\s+офисе|офиса|на\s+рабочем\s+месте|на\s+работе)"
    ),
    (
        r"(?:мене\s+(?:\S+\s+){0,6}?(?:немає|не\s+буде)|я\s+відсутн\w+)\s(?:.{0,40}?\s)?(?:в\s+офісі"
        r"|на\s+роботі|на\s+робочому\s+місці)"
    ),
    r"(?:извън\s+офиса\s+съм|ще\s+бъда\s+извън\s+офиса|(?:не\s+съм|няма\s+да\s+бъда)\s.{0,20}?в\s+офиса)",
    (
        r"(?:είμαι|θα\s+είμαι|βρίσκομαι|θα\s+βρίσκομαι|λείπω|θα\s+λείπω)\s.{0,40}?(?:εκτός\s+γραφείου"
        r"|από\s+το\s+γραφείο)"
    ),
    (
        r"\b(?:nisam|neću\s+biti|nalazim\s+se|izvan\s+ureda\s+sam)\s.{0,30}?(?:u\s+uredu|izvan\s+ureda"
        r"|u\s+kancelariji|van\s+kancelarije)\b"
    ),
    (
        r"\b(?:no\s+(?:sóc|seré|estaré)|soc\s+fora|estaré\s+fora|sóc\s+fora)\s.{0,30}?(?:a\s+l['’]oficina"
        r"|de\s+l['’]oficina)"
    ),
    r"不在にして(?:おり|い)ます|不在(?:となり|です|いたし)|休暇を(?:いただ|取)|休暇中|外出しており",
    r"(?:我|本人)?(?:目前|现在|現在|正在)?(?:不在办公室|不在辦公室|休假中?|外出中?|出差中?)",
    r"(?:부재중|휴가\s*중|외근\s*중|사무실에\s*없)",
    r"(?:אני\s+(?:לא\s+נמצא|מחוץ\s+ל|נעדר).{0,20}?משרד)",
    r"(?:خارج\s+المكتب|لست\s+في\s+المكتب|در\s+دفتر\s+نیستم)",
    (
        r"\btôi\s+(?:hiện\s+)?(?:đang\s+)?(?:không\s+có\s+mặt\s+(?:tại|ở)\s+văn\s+phòng|vắng\s+mặt)"
        r"|\bsaya\s+sedang\s+(?:tidak\s+di\s+kantor|cuti)\b"
    ),
)
_ON_LEAVE = _AnyOf(
    r"\b(?:i\s+am|i['’]m|i\s+will\s+be|i['’]ll\s+be)\s(?:\w+\s){0,3}(?:away|on\s+(?:\w+\s)?(?:leave"
    r"|holidays?|vacation)|travell?ing|unavailable|not\s+available)\b",
    r"\bich\s+bin\s.{0,60}?(?:im\s+urlaub|abwesend|verreist|nicht\s+erreichbar|auf\s+dienstreise)\b",
    r"\bje\s+suis\s.{0,40}?(?:en\s+(?:congés?|vacances|déplacement)|absente?)\b",
    (
        r"\b(?:estoy|estaré)\s.{0,30}?(?:de\s+vacaciones|ausente|de\s+viaje)\b|\b(?:sono"
        r"|sarò)\s.{0,30}?(?:in\s+(?:ferie|vacanza)|assente)\b"
    ),
    (
        r"\b(?:estou|estarei)\s.{0,30}?(?:de\s+férias|ausente)\b|\bik\s+ben\s.{0,60}?(?:met"
        r"|op)\s+(?:vakantie|verlof)\b"
    ),
    (
        r"\bjag\s+(?:är|har)\s.{0,40}?(?:semester|ledig|bortrest|på\s+resa)\b|\bjeg\s+(?:er"
        r"|har)\s.{0,40}?(?:ferie|fraværende|bortreist|bortrejst)\b"
    ),
    (
        r"\bolen\s.{0,40}?(?:lomalla|poissa|matkoilla)\b|\b(?:jestem|będę)\s.{0,40}?na\s+urlopie\b|\b(?:jsem"
        r"|budu)\s.{0,40}?na\s+dovolené\b"
    ),
    (
        r"\bszabadságon\s+(?:vagyok|leszek)\b|\bsunt\s.{0,30}?(?:în\s+concediu|plecat)|\b(?:izindeyim"
        r"|tatildeyim|izinliyim)\b"
    ),
    (
        r"(?:я\s+)?(?:нахожусь\s+)?(?:сейчас\s+)?в\s+отпуске|(?:я\s+)?(?:перебуваю\s+)?у\s+відпустці"
        r"|(?:в\s+отпуск\w?\s+съм|съм\s+в\s+отпуск)"
    ),
    r"(?:είμαι|θα\s+είμαι)\s.{0,30}?(?:σε\s+άδεια|διακοπές)|\bna\s+(?:godišnjem|odmoru)\s+sam\b",
)
_UNTIL = _AnyOf(
    r"\b(?:until|till|through|from|back\s+on|return(?:ing)?|between)\s",
    r"\b(?:bis|ab|vom|zwischen|wieder)\s", r"\b(?:jusqu|du\s|à\s+partir|de\s+retour)",
    (r"\b(?:hasta|desde|del\s|regres|fino|dal\s|sino|rientr|até|de\s+\d|regresso|tot\s|vanaf|terug|till\s"
     r"|t\.?o\.?m|från|tilbage|tilbake|indtil|fra\s|asti|saakka|alkaen|takaisin)"),
    (r"\b(?:do\s|od\s|wracam|powrót|zpět|späť|\w*ig\b|\w*től\b"
     r"|\w*tól\b|până|din\s|kadar|itibaren)"), r"\b(?:до|с\s|по\s|з\s|від\s|от\s|έως|μέχρι|από|fins)",
     r"\d\s?(?:月|日|일|월)|まで|から|至|到|까지|부터|עד|حتى|تا\s|đến|hingga|sampai",
)  # fmt: skip
_NOT_BY_HAND = _AnyOf(
    r"\bthis\s+is\s+an?\s+auto(?:matic|mated|matically)?\b",
    r"\bdies(?:e\s+\S+)?\s+(?:ist\s+eine|wurde)\s+automatisch",
    r"\b(?:ceci\s+est\s+une\s+)?réponse\s+automatique\b",
    (r"\brespuesta\s+automática\b|\brisposta\s+automatica\b|\bresposta\s+automática\b"
     r"|\bautomatisch\s+(?:antwoord|bericht)\b"),
    (r"\bautomatiskt\s+(?:svar|meddelande)\b|\bautomatisk\s+(?:svar|besked)\b|\bautomaattinen\s+vastaus\b"
     r"|\b(?:wiadomość|odpowiedź)\s+automatyczna\b|\bautomatická\s+odpověď\b"),
    r"автоматический\s+ответ|автоматична\s+відповідь|自動返信|自动回复|自動回覆|자동\s*(?:응답|회신)",
)  # fmt: skip
_OF_A_NOTE = _AnyOf(
    r"\bthank(?:s|\s+you)\s+(?:very\s+much\s+)?for\s+(?:your|the)\s+(?:e-?mail|message|mail|note)\b",
    r"\b(?:no|limited|little|intermittent|only\s+\w+)\s+(?:\w+\s)?access\s+to\s+(?:my\s+)?(?:e-?)?mails?\b",
    r"\bwill\s+(?:reply|respond|answer|get\s+back)\b.{0,60}?\b(?:return|back|soon|possible)\b",
    r"\b(?:urgent|emergenc|immediate\s+(?:help|assistance))",
    (r"\b(?:vielen\s+)?dank\s+für\s+ihre\b|\bihre\s+(?:e-?mail|nachricht)\b|\bin\s+dringenden\b"
     r"|\bweitergeleitet\b"),
    (r"\bmerci\s+(?:de|pour)\s+votre\b|\bvotre\s+(?:message|courriel|e-?mail)\b"
     r"|\b(?:en\s+cas\s+d['’])?urgence\b"),
    (r"\bgracias\s+por\s+su\b|\burgente?s?\b|\bgrazie\s+per\s+(?:il\s+|la\s+)?(?:suo|sua|tuo|messaggio"
     r"|e-?mail)|\burgenze\b|\bobrigad[oa]\s+(?:pela|por)\s+sua\b"),
    (r"\b(?:bedankt|dank)\s+voor\s+(?:uw|je)\b|\bdringend|\btack\s+för\s+(?:ditt|er)\b|\bbrådskande"
     r"|\btak\s+for\s+din|\btakk\s+for\s+(?:din|e-)|\bhaste(?:r|sager)|\bkiitos\s+viestist|\bkiireelli"),
    (r"\bdziękuję\s+za\s+(?:wiadomość|maila)|\bpiln(?:ych|ie)|\bděkuji\s+za\s+(?:zprávu|váš)|\bnaléhav"
     r"|\bköszönöm\s+(?:a\s+)?(?:levelét|üzenetét)|\bsürgős|\bmulțumesc\s+pentru\s+mesaj|\burgențe"),
    (r"\bmesajınız|\bacil\b|спасибо\s+за\s+(?:ваше\s+)?письмо|срочн|дякую\s+за\s+(?:ваш\s+)?лист|термінов"
     r"|благодаря\s+за|спешн|ευχαριστώ\s+για\s+το\s+μήνυμ|επείγον|\bhvala\s+na\s+(?:poruci|mailu)|\bhitn"),
)  # fmt: skip
_OF_THE_GAME = _AnyOf(
    r"\?", (r"\b(?:deadline|extend|extension|my\s+turn|this\s+turn|next\s+turn|phase|game|battle|opponent"
            r"|umpire|game\s*master|knights?|archers?|orders?\s+(?:by|for|to|in|before)|my\s+orders"
            r"|send\s+orders)\b"),
    (r"\b(?:verlänger\w*|zug|züge|spiel\w*|runde|befehl\w*|frist|gefecht|schlacht|partie|jeu|ordres"
     r"|bataille|partida|juego|turno|órdenes|batalla|partita|gioco|ordini|battaglia|jogo|ordens|spel|beurt"
     r"|kamp|peli|vuoro|gra|tura|rozkaz\w*|hra|tah|játék|joc|oyun)\b"),
    r"игр[аыеу]|ход[ау]?\b|приказ|гра\b|наказ|παιχνίδι|ゲーム|游戏|게임",
)  # fmt: skip


def is_absence_note(lines: Sequence[str]) -> bool:
    """Whether what somebody wrote himself reads like a note that his program sent."""
    written = [line for line in lines if line.strip()]
    if not written or len(written) > _MOST_LINES or sum(map(len, written)) > _MOST_CHARS:
        return False
    text = normalize("NFC", " ".join(" ".join(written)[:_LOOKED_AT].split()))
    if not _may_be_one(text) or _OF_THE_GAME.search(text):
        return False
    if _OUT_OF_OFFICE.search(text):
        return bool(_UNTIL.search(text) or _OF_A_NOTE.search(text) or _NOT_BY_HAND.search(text))
    if _ON_LEAVE.search(text):
        return bool(_OF_A_NOTE.search(text) or _NOT_BY_HAND.search(text))
    return False


def _may_be_one(text: str) -> bool:
    lowered = text.lower()
    return any(root in lowered for root in _ROOTS)


def heads_absence_note(subject: str) -> bool:
    """Whether a subject, without what stands before it in replies, says the same."""
    subject = subject[:300]
    if not _may_be_one(subject):
        return False
    found = _OUT_OF_OFFICE.search(subject)
    if found is None or _OF_THE_GAME.search(subject):
        return False
    return found.start() < 3 or bool(_UNTIL.search(subject))
