"""How mail programs of many languages introduce what they quote, and how people begin and end
their letters."""

from __future__ import annotations

import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _phrases(text: str) -> frozenset[str]:
    return frozenset(phrase.strip() for phrase in text.replace("\n", ",").split(",") if phrase.strip())


WROTE = re.compile(
    r"\b(?:wrote|writes|quoting|zitat\s+von|citation\s+de|citando|schrieb|geschrieben|a\s+[ée]crit"
    r"|escribi[óo]|escrigué|va\s+escriure|ha\s+escrit|ha\s+scritto|schreef|geschreven|skrev|kirjoitti"
    r"|escreveu|napisał(?:a|\(a\))?|pisze|napisa[ol]|napsal(?:\(a\)|a)?|napísala?|napisao(?:/la)?|napisala?"
    r"|написала?|написал\(а\)|написав(?:\(ла\)|ла)?|пишет|пише|написа|írta|ezt\s+írta|a\s+scris|έγραψε|yazdı"
    r"|viết|đã\s+viết|rašė|rakstīja|kirjutas|skrifaði|scríobh|menulis|sumulat|shkroi|idatzi\s+du|escribiu)\b"
    r"|写道|寫道|のメール|님이\s*작성|작성:|쓴\s*글|さん(?:は|が)書きました|כתב|كتب|نوشت|เขียน",
    re.IGNORECASE,
)
# a time, or a date; never a year alone, which a hex might look like
DATED = re.compile(
    r"\d{1,2}[:.h]\d{2}|\b\d{1,2}(?:st|nd|rd|th)?\b\D{1,20}\b(?:19|20)\d{2}\b|\b(?:19"
    r"|20)\d{2}\b\D{1,20}\b\d{1,2}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d年|\d\s?년"
)
NAMES_MAILBOX = re.compile(
    r"[<\[(][^<>\[\]()\s]{1,254}@[^<>\[\]()\s]{1,254}[>\])]|\s[^<>()\s]{1,254}@[^<>()\s]{1,253}:$"
)
LEAD = re.compile(
    r"^(?:on|am|le|el|il|em|den|op|dnia|w\s+dniu|dne|dňa|la|pe|în|в|во|на|от|στις|tarihinde|ngày|vào|pada|a"
    r"|á|på|d\.|dana|kuupäev|missatge|at|in\s+a\s+message|quoting|from)\s",
    re.IGNORECASE,
)
HEADING = re.compile(
    r"^[>\s]{0,12}(?:-{2,}+|_{2,}+|={2,}+)\s{0,9}+([^-_=]{3,80})(?:(?:-{2,}|_{2,}|={2,}).{0,300})?$"
)
ORIGINAL = _words(
    """origin urspr oorspronkelijk alkuper исходное оригинал оригінал původní pôvodná eredeti orijinal izvorna
    αρχικό 元の 原始 원본 מקורית الأصلي"""
)
FORWARDED = _words(
    """forward fwd weitergeleitet transfér transfer transmis reenvi reexp inoltr encaminhad doorgestuurd
    vidarebefordra videresend edelleen välitetty przekaz przesłan пересыл пересла перенаправлен препратен
    přeposlan preposlan továbbított redirecționat redirectionat iletil proslijeđ προωθημ chuyển
    転送 转发 轉寄 전달 הועבר ממרר ممر"""
)
FORWARDED_BEGINNINGS = (
    "begin forwarded message", "anfang der weitergeleiteten", "début du message", "inicio del mensaje",
    "inizio messaggio", "begin doorgestuurd", "start på videresendt", "videresendt melding",
    "välitetty viesti alkaa", "započni proslije", "továbbított levél", "początek przekaz",
    "início da mensagem", "începe mesajul", "начало пере", "začátek přepos", "začiatok prepos",
    "vidarebefordrat mejl", "i\u0307leti başlangıcı", "ileti başlangıcı", "початок листа", "forwarded by ",
    "forwarded message from ",
)  # fmt: skip
HEADER_LABELS = _phrases(
    """
    from, to, sent, date, subject, cc, reply-to, date sent, sent by
    von, an, gesendet, datum, betreff, kopie, antwort an
    de, à, a, pour, envoyé, envoyé le, date d'envoi, objet, sujet, copie à, date
    para, enviado, enviado el, enviado em, enviada, enviada em, fecha, asunto, assunto, data, data de envio
    da, inviato, oggetto, mittente, destinatario, data invio
    van, aan, verzonden, onderwerp, datum verzonden
    från, till, skickat, ämne, kopia, fra, til, sendt, emne, dato
    lähettäjä, vastaanottaja, lähetetty, aihe, päivämäärä
    od, do, wysłano, wysłane, temat, nadawca, adresat, data wysłania
    komu, odesláno, odoslané, předmět, predmet, dátum, pre, šalje, prima, poslano, naslov, za
    feladó, címzett, elküldve, küldve, küldés dátuma, tárgy, dátum
    de la, către, trimis, subiect, subiectul, expeditorul, destinatarul
    kimden, kime, gönderildi, gönderme tarihi, gönderen, konu, tarih
    от, от кого, кому, до, дата, тема, отправлено, отправитель, изпратено, относно, від, від кого, надіслано
    από, προς, στάλθηκε, θέμα, ημερομηνία, enviat, per a, enviat el
    từ, đến, đã gửi, chủ đề, ngày, saatja, kellele, saadetud, teema, nuo, kam, išsiųsta, no, kam, nosūtīts
    发件人, 收件人, 发送时间, 时间, 主题, 寄件者, 寄件人, 收件者, 寄件日期, 日期, 主旨, 抄送, 副本
    差出人, 送信者, 宛先, 送信日時, 日時, 件名
    보낸사람, 보낸 사람, 받는사람, 받는 사람, 보낸 날짜, 보낸날짜, 날짜, 제목
    מאת, אל, נשלח, תאריך, נושא, من, إلى, تم الإرسال, التاريخ, الموضوع
    """
)
FOOTER = re.compile(
    r"""^\s*(?:
    sent\s+(?:from|via|with|using)\b.{0,60} | get\s+outlook\s+for\b.{0,60} | sent\s+by\s+my\b.{0,40} |
    von\s+mein\w*\s+\S+.{0,20}\s+gesendet | gesendet\s+(?:von|mit|aus)\b.{0,60} |
    diese\s+nachricht\s+wurde\s+von\b.{0,60} |
    envoy[ée]\s+(?:de|depuis|à\s+partir)\b.{0,60} | enviado\s+(?:desde|do|de|via|a\s+partir)\b.{0,60} |
    enviat\s+des\b.{0,60} | inviato\s+d[a-z]*\b.{0,60} |
    (?:verzonden|verstuurd)\s+(?:vanaf|vanuit|met)\b.{0,60} |
    skickat\s+från\b.{0,60} | sendt\s+fra\b.{0,60} | lähetetty\s+.{0,60}(?:sta|stä|ltä|lta) |
    wysłan[eoy]\s+z\b.{0,60} | отправлено\s+(?:с|из)\b.{0,60} | надіслано\s+з\b.{0,60} |
    изпратено\s+от\b.{0,60} |
    (?:odesláno|odoslané)\s+z\b.{0,60} | poslano\s+s\b.{0,60} | elküldve\b.{0,60} |
    trimis\s+de\s+pe\b.{0,60} |
    iphone\W?(?:u?m?dan|から)\s*(?:gönderildi|送信) | στάλθηκε\s+από\b.{0,60} | đã\s+gửi\s+từ\b.{0,60} |
    发自我的.{0,30} | 從我的.{0,30} | 나의\s.{0,30}에서\s+보냄 | נשלח\s+מ.{0,30} | أ\u064f?رسلت\s+من.{0,30} |
    (?:outlook|yahoo\s+mail|hol\s+dir|holen\s+sie\s+sich|télécharge[rz]|obtene[rd]|ottieni|scarica|download|
    skaffa|hent|
    hanki|pobierz|získat|stáhn|obțineți|скачать).{0,40}(?:outlook|android|ios|iphone|yahoo)\b.{0,40}
    )\s*[.!]?\s*$""",
    re.IGNORECASE | re.VERBOSE,
)
GREETING = re.compile(
    r"^(?:hi|hello|hey|hiya|dear|greetings|good\s+(?:morning|evening|day|afternoon)|hallo|moin|servus"
    r"|liebe[rs]?|guten\s+\w+|salut|bonjour|bonsoir|ciao|salve|buongiorno|hola|buen[oa]s?|ol[aá]|oi|hej|hei"
    r"|hoi|beste|cześć|witam|dzień\s+dobry|ahoj|dobrý|sziasztok|szia|kedves|bună|merhaba|selam|привет"
    r"|здравствуйте|добр\w+|вітаю|привіт|здравейте|γεια|καλη\w+|bok|pozdrav|xin\s+chào|ave|こんにちは|你好"
    r"|您好|안녕하세요|שלום|مرحبا)\b[^\n]{0,40}$",
    re.IGNORECASE,
)
CLOSING = re.compile(
    r"^(?:cheers|regards|(?:best|kind|warm)(?:\s+\w+)?|yours|sincerely|bye|see\s+you|good\s+luck|have\s+fun"
    r"|thank\s*s?(?:\s+you)?|thx|many\s+thanks|viele\s+gr[uü](?:ß|ss)e|(?:mit\s+)?(?:freundlichen|besten"
    r"|lieben|schönen)\s+gr[uü](?:ß|ss)en|gru(?:ß|ss)|danke|mfg|lg|vg|cordialement|bien\s+à\s+(?:vous|toi)"
    r"|merci|saludos|gracias|saluti|grazie|ciao|abraços?|obrigad[oa]|groeten?|hälsningar|mvh|hilsen"
    r"|terveisin|kiitos|pozdrawiam|dziękuję|s\s+pozdrav\w+|děkuji|üdvözlettel|köszön\w+|cu\s+stimă|mulțumesc"
    r"|saygılar\w*|teşekkür\w*|с\s+уважением|спасибо|з\s+повагою|дякую|με\s+εκτίμηση|поздрави"
    r"|srdačan\s+pozdrav|salutacions|trân\s+trọng|よろしく\w*|谢谢|謝謝|감사합니다|בברכה"
    r"|مع\s+التحية)\b[\s,.!\w]{0,30}$",
    re.IGNORECASE,
)
ASSENT = re.compile(
    r"^\W{0,4}(?:o\.?k\.?|okay|yes|yep|fine|agreed|good|great|perfect|sounds\s+good|go(?:\s+ahead"
    r"|\s+for\s+it)?|as\s+(?:it\s+)?(?:is|proposed|suggested)|ja|passt|einverstanden|in\s+ordnung|gut|oui"
    r"|d'accord|bien|sí|si|vale|de\s+acuerdo|sì|va\s+bene|d'accordo|akkoord|goed|ja\s+tak|joo|tak|zgoda|ano"
    r"|dobře|igen|rendben|da|да|хорошо|так|добре|ναι|evet|tamam|sim|はい|好|好的|네|כן|نعم)\b[^\n]{0,30}$"
    r"|^\W{0,4}[👍👌]",
    re.IGNORECASE,
)
TERMINATORS = _words(
    """end thanks stop quit ende danke fin merci gracias fine grazie fim obrigado einde bedankt slut tack
    koniec loppu kiitos konec vége sfârșit son конец спасибо кінець τέλος край kraj"""
)
CONNECTIVES = _words(
    "and at on then else or to with toward towards next if + of within facing into from by the in , >"
)
