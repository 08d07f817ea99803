"""How mail programs of many languages introduce what they quote, and how people begin and end their letters."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


WROTE = re.compile(
    r"\b(?:wrote|writes|schrieb|a\s+[ée]crit|escribi[óo]|escrigué|va\s+escriure|ha\s+scritto|schreef|skrev|kirjoitti|"
    r"escreveu|napisał(?:a|\(a\))?|napisa[ol]|napsal(?:\(a\)|a)?|napísala?|je\s+napisala?|написала?|написал\(а\)|"
    r"пишет|пише|написа|је\s+написа[ол]а?|írta|ezt\s+írta|a\s+scris|έγραψε|yazdı|şunu\s+yazdı|viết|đã\s+viết|rašė|"
    r"rakstīja|kirjutas|skrifaði|scríobh|menulis|sumulat|shkroi|idatzi\s+du|escribiu)\b"
    r"|写道|寫道|のメール|님이\s*작성|작성:|さん(?:は|が)書きました|כתב|كتب|نوشت|เขียน",
    re.IGNORECASE,
)
DATED = re.compile(r"\d{1,2}[:.h]\d{2}|\b(?:19|20)\d{2}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d年")
NAMES_MAILBOX = re.compile(r"[<\[(][^<>\[\]()\s]+@[^<>\[\]()\s]+[>\])]")
LEAD = re.compile(
    r"^(?:on|am|le|el|il|em|den|op|dnia|w\s+dniu|dne|dňa|la|pe|в|во|от|στις|tarihinde|ngày|pada|a|á|på|den|d\.|"
    r"at|in\s+a\s+message|quoting|from)\s",
    re.IGNORECASE,
)
ORIGINAL = re.compile(
    r"^[>\s]*(?:-{2,}|_{2,}|={2,})\s{0,9}[^-_=]{0,20}(?:origin|urspr|forwarded|weitergeleitet|transf[eé]r|transmis|reenviad|"
    r"inoltrat|encaminhad|doorgestuurd|oorspronkelijk|vidarebefordra|videresendt|alkuper|przekazan|пересла|"
    r"исходное|původní|eredeti|orijinal|元の|原始|转发|轉寄|전달|원본)[^-_=]{0,40}(?:-{2,}|_{2,}|={2,})?\s*$"
    r"|^\s*(?:begin forwarded message|anfang der weitergeleiteten|début du message réexpédié|inizio messaggio inoltrato)",
    re.IGNORECASE,
)
HEADER_LABELS = _words(
    """from to sent date subject cc reply-to von an gesendet datum betreff de para enviado enviada fecha asunto assunto
    data à envoyé objet le da inviato oggetto van aan verzonden onderwerp från till skickat ämne fra til sendt emne
    lähettäjä vastaanottaja lähetetty aihe od do wysłano temat komu od: odesláno předmět от кого кому дата тема
    отправлено feladó címzett küldve tárgy kimden kime gönderildi konu către trimis subiect από προς στάλθηκε θέμα
    发件人 收件人 发送时间 主题 寄件者 收件者 日期 主旨 差出人 宛先 送信日時 件名 보낸사람 받는사람 날짜 제목"""
)
FOOTER = re.compile(
    r"""^\s*(?:
    sent\s+(?:from|via|with|using)\b.{0,60} | get\s+outlook\s+for\b.{0,30} | sent\s+by\s+my\b.{0,40} |
    von\s+mein\w*\s+\S+.{0,20}\s+gesendet | gesendet\s+(?:von|mit|aus)\b.{0,60} | diese\s+nachricht\s+wurde\s+von\b.{0,60} |
    envoy[ée]\s+(?:de|depuis|à\s+partir)\b.{0,60} | enviado\s+(?:desde|do|de|via|a\s+partir)\b.{0,60} |
    inviato\s+d[a-z]*\b.{0,60} | verzonden\s+(?:vanaf|vanuit|met)\b.{0,60} | skickat\s+från\b.{0,60} |
    sendt\s+fra\b.{0,60} | lähetetty\s+.{0,60}(?:sta|stä|ltä|lta) | wysłan[eoy]\s+z\b.{0,60} | отправлено\s+(?:с|из)\b.{0,60} |
    odesláno\s+z\b.{0,60} | elküldve\b.{0,60} | trimis\s+de\s+pe\b.{0,60} | iphone(?:'dan|から送信) | iPhoneから送信 |
    发自我的.{0,30} | 從我的.{0,30} | 나의\s.{0,30}에서\s+보냄 | (?:outlook|yahoo\s+mail|hol\s+dir).{0,40}(?:android|ios|iphone)\b.{0,20}
    )\s*[.!]?\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
GREETING = re.compile(
    r"^(?:hi|hello|hey|hiya|dear|greetings|good\s+(?:morning|evening|day|afternoon)|hallo|moin|servus|liebe[rs]?|guten\s+\w+|"
    r"salut|bonjour|bonsoir|ciao|salve|hola|buen[oa]s?|ol[aá]|hej|hoi|beste|cześć|witam|привет|здравствуйте|ave)\b[^\n]{0,40}$",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"^(?:cheers|regards|(?:best|kind|warm)(?:\s+\w+)?|yours|sincerely|bye|see\s+you|good\s+luck|have\s+fun|thank\s*s?(?:\s+you)?|"
    r"thx|many\s+thanks|viele\s+gr[uü](?:ß|ss)e|(?:mit\s+)?(?:freundlichen|besten|lieben|schönen)\s+gr[uü](?:ß|ss)en|gru(?:ß|ss)|"
    r"danke|mfg|lg|vg|cordialement|bien\s+à\s+(?:vous|toi)|merci|saludos|gracias|saluti|grazie|ciao|abraços?|obrigad[oa]|groeten?|"
    r"hälsningar|mvh|hilsen|pozdrawiam|dziękuję|с\s+уважением|спасибо)\b[\s,.!\w]{0,30}$",
    re.IGNORECASE,
)
TERMINATORS = _words(
    "end thanks stop quit ende danke fin merci gracias fine grazie fim obrigado einde bedankt slut tack koniec"
)
CONNECTIVES = _words(
    "and at on then else or to with toward towards next if + of within facing into from by the in , >"
)
