"""How mail programs in many languages introduce what they quote, and what phones put below a letter.

Attributions are templates for the sender's {name} and {address}; ``header`` are the labels of a reply header
(from, sent, to, subject) as Outlook writes them, ``forwarded`` the heading that Thunderbird or Apple puts
over a forwarded mail.
"""

from __future__ import annotations

from typing import NamedTuple


class Language(NamedTuple):
    """The words of one language."""

    greeting: str
    closing: str
    gmail: str
    apple: str
    thunderbird: str
    header: tuple[str, str, str, str]
    date: str
    forwarded: str
    footer: str
    colon: str = ":"


LANGUAGES = {
    "en": Language(
        "Hello,", "Best regards",
        "On Sun, Nov 22, 2026 at 4:02 PM {name} <{address}> wrote:",
        "On 22 Nov 2026, at 16:02, {name} <{address}> wrote:",
        "On 22/11/2026 16:02, {name} wrote:",
        ("From", "Sent", "To", "Subject"), "Sunday, November 22, 2026 4:02 PM",
        "-------- Forwarded Message --------", "Sent from my iPhone",
    ),
    "de": Language(
        "Hallo,", "Viele Grüße",
        "Am So., 22. Nov. 2026 um 16:02 Uhr schrieb {name} <{address}>:",
        "Am 22.11.2026 um 16:02 schrieb {name} <{address}>:",
        "Am 22.11.26 um 16:02 schrieb {name}:",
        ("Von", "Gesendet", "An", "Betreff"), "Sonntag, 22. November 2026 16:02",
        "-------- Weitergeleitete Nachricht --------", "Von meinem iPhone gesendet",
    ),
    "fr": Language(
        "Bonjour,", "Cordialement",
        "Le dim. 22 nov. 2026 à 16:02, {name} <{address}> a écrit :",
        "Le 22 nov. 2026 à 16:02, {name} <{address}> a écrit :",
        "Le 22/11/2026 à 16:02, {name} a écrit :",
        ("De", "Envoyé", "À", "Objet"), "dimanche 22 novembre 2026 16:02",
        "-------- Message transféré --------", "Envoyé de mon iPhone", " :",
    ),
    "es": Language(
        "Hola:", "Saludos",
        "El dom, 22 nov 2026 a las 16:02, {name} (<{address}>) escribió:",
        "El 22 nov 2026, a las 16:02, {name} <{address}> escribió:",
        "El 22/11/2026 a las 16:02, {name} escribió:",
        ("De", "Enviado el", "Para", "Asunto"), "domingo, 22 de noviembre de 2026 16:02",
        "-------- Mensaje reenviado --------", "Enviado desde mi iPhone",
    ),
    "it": Language(
        "Ciao,", "Saluti",
        "Il giorno dom 22 nov 2026 alle ore 16:02 {name} <{address}> ha scritto:",
        "Il giorno 22 nov 2026, alle ore 16:02, {name} <{address}> ha scritto:",
        "Il 22/11/2026 16:02, {name} ha scritto:",
        ("Da", "Inviato", "A", "Oggetto"), "domenica 22 novembre 2026 16:02",
        "-------- Messaggio Inoltrato --------", "Inviato da iPhone",
    ),
    "nl": Language(
        "Hallo,", "Groeten",
        "Op zo 22 nov 2026 om 16:02 schreef {name} <{address}>:",
        "Op 22 nov. 2026, om 16:02 heeft {name} <{address}> het volgende geschreven:",
        "Op 22-11-2026 om 16:02 schreef {name}:",
        ("Van", "Verzonden", "Aan", "Onderwerp"), "zondag 22 november 2026 16:02",
        "-------- Doorgestuurd bericht --------", "Verstuurd vanaf mijn iPhone",
    ),
    "pt": Language(
        "Olá,", "Obrigado",
        "{name} <{address}> escreveu (domingo, 22/11/2026 à(s) 16:02):",
        "{name} <{address}> escreveu no dia 22/11/2026, às 16:02:",
        "Às 16:02 de 22/11/2026, {name} escreveu:",
        ("De", "Enviado", "Para", "Assunto"), "22 de novembro de 2026 16:02",
        "-------- Mensagem reencaminhada --------", "Enviado do meu iPhone",
    ),
    "pt-br": Language(
        "Oi,", "Abraços",
        "Em dom., 22 de nov. de 2026 às 16:02, {name} <{address}> escreveu:",
        "Em 22 de nov. de 2026, à(s) 16:02, {name} <{address}> escreveu:",
        "Em 22/11/2026 16:02, {name} escreveu:",
        ("De", "Enviada em", "Para", "Assunto"), "domingo, 22 de novembro de 2026 16:02",
        "-------- Mensagem encaminhada --------", "Enviado do meu iPhone",
    ),
    "sv": Language(
        "Hej,", "Hälsningar",
        "Den sön 22 nov. 2026 kl 16:02 skrev {name} <{address}>:",
        "22 nov. 2026 kl. 16:02 skrev {name} <{address}>:",
        "Den 2026-11-22 kl. 16:02, skrev {name}:",
        ("Från", "Skickat", "Till", "Ämne"), "den 22 november 2026 16:02",
        "-------- Vidarebefordrat meddelande --------", "Skickat från min iPhone",
    ),
    "da": Language(
        "Hej,", "Hilsen",
        "Den søn. 22. nov. 2026 kl. 16.02 skrev {name} <{address}>:",
        "Den 22. nov. 2026 kl. 16.02 skrev {name} <{address}>:",
        "Den 22.11.2026 kl. 16.02 skrev {name}:",
        ("Fra", "Sendt", "Til", "Emne"), "22. november 2026 16:02",
        "-------- Videresendt meddelelse --------", "Sendt fra min iPhone",
    ),
    "no": Language(
        "Hei,", "Hilsen",
        "søn. 22. nov. 2026 kl. 16:02 skrev {name} <{address}>:",
        "22. nov. 2026 kl. 16:02 skrev {name} <{address}>:",
        "Den 22.11.2026 16:02, skrev {name}:",
        ("Fra", "Sendt", "Til", "Emne"), "søndag 22. november 2026 16:02",
        "-------- Videresendt melding --------", "Sendt fra min iPhone",
    ),
    "fi": Language(
        "Hei,", "Terveisin",
        "su 22. marrask. 2026 klo 16.02 {name} ({address}) kirjoitti:",
        "{name} <{address}> kirjoitti 22.11.2026 kello 16.02:",
        "{name} kirjoitti 22.11.2026 klo 16.02:",
        ("Lähettäjä", "Lähetetty", "Vastaanottaja", "Aihe"), "sunnuntai 22. marraskuuta 2026 16.02",
        "-------- Välitetty viesti / Fwd.Msg --------", "Lähetetty iPhonesta",
    ),
    "pl": Language(
        "Cześć,", "Pozdrawiam",
        "niedz., 22 lis 2026 o 16:02 {name} <{address}> napisał(a):",
        "Wiadomość napisana przez {name} <{address}> w dniu 22.11.2026, o godz. 16:02:",
        "W dniu 22.11.2026 o 16:02, {name} pisze:",
        ("Od", "Wysłano", "Do", "Temat"), "niedziela, 22 listopada 2026 16:02",
        "--- Treść przekazanej wiadomości ---", "Wysłane z iPhone'a",
    ),
    "cs": Language(
        "Ahoj,", "S pozdravem",
        "ne 22. 11. 2026 v 16:02 odesílatel {name} <{address}> napsal:",
        "22. 11. 2026 v 16:02, {name} <{address}>:",
        "Dne 22. 11. 26 v 16:02 {name} napsal(a):",
        ("Od", "Odesláno", "Komu", "Předmět"), "neděle 22. listopadu 2026 16:02",
        "-------- Přeposlaná zpráva --------", "Odesláno z iPhonu",
    ),
    "sk": Language(
        "Ahoj,", "S pozdravom",
        "ne 22. 11. 2026 o 16:02 {name} <{address}> napísal(a):",
        "Dňa 22. 11. 2026 o 16:02 používateľ {name} <{address}> napísal:",
        "Dňa 22. 11. 2026 o 16:02 {name} napísal(a):",
        ("Od", "Odoslané", "Komu", "Predmet"), "nedeľa 22. novembra 2026 16:02",
        "-------- Preposlaná správa --- Forwarded Message --------", "Odoslané z iPhonu",
    ),
    "hu": Language(
        "Sziasztok!", "Üdvözlettel",
        "{name} <{address}> ezt írta (időpont: 2026. nov. 22., V, 16:02):",
        "2026. nov. 22. dátummal, 16:02 időpontban {name} <{address}> írta:",
        "2026. 11. 22. 16:02 keltezéssel, {name} írta:",
        ("Feladó", "Elküldve", "Címzett", "Tárgy"), "2026. november 22., vasárnap 16:02",
        "-------- Továbbított üzenet --------", "Elküldve az iPhone készülékemről",
    ),
    "ro": Language(
        "Salut,", "Cu stimă",
        "În dum., 22 nov. 2026 la 16:02, {name} <{address}> a scris:",
        "Pe 22 nov. 2026, la 16:02, {name} <{address}> a scris:",
        "Pe 22.11.2026 16:02, {name} a scris:",
        ("De la", "Trimis", "Către", "Subiect"), "duminică, 22 noiembrie 2026 16:02",
        "-------- Mesaj redirecționat --------", "Trimis de pe iPhone-ul meu",
    ),
    "tr": Language(
        "Merhaba,", "Saygılar",
        "{name} <{address}>, 22 Kas 2026 Paz, 16:02 tarihinde şunu yazdı:",
        "{name} <{address}> şunları yazdı (22 Kas 2026 16:02):",
        "22.11.2026 16:02 tarihinde {name} yazdı:",
        ("Kimden", "Gönderildi", "Kime", "Konu"), "22 Kasım 2026 Pazar 16:02",
        "-------- İletilen İleti --------", "iPhone'umdan gönderildi",
    ),
    "ru": Language(
        "Привет,", "С уважением",
        "вс, 22 нояб. 2026 г. в 16:02, {name} <{address}>:",
        "22 нояб. 2026 г., в 16:02, {name} <{address}> написал(а):",
        "22.11.2026 16:02, {name} пишет:",
        ("От", "Отправлено", "Кому", "Тема"), "воскресенье, 22 ноября 2026 г. 16:02",
        "-------- Перенаправленное сообщение --------", "Отправлено с iPhone",
    ),
    "uk": Language(
        "Вітаю,", "З повагою",
        "нд, 22 лист. 2026 р. о 16:02 {name} <{address}> пише:",
        "22 лист. 2026 р. о 16:02 {name} <{address}> написав(ла):",
        "22.11.26 16:02, {name} пише:",
        ("Від", "Надіслано", "Кому", "Тема"), "неділя, 22 листопада 2026 р. 16:02",
        "-------- Переслане повідомлення --------", "Надіслано з iPhone",
    ),
    "el": Language(
        "Γεια σας,", "Με εκτίμηση",
        "Στις Κυρ 22 Νοε 2026 στις 4:02 μ.μ., ο/η {name} <{address}> έγραψε:",
        "Στις 22 Νοε 2026, στις 16:02, ο/η {name} <{address}> έγραψε:",
        "Στις 22/11/2026 4:02 μ.μ., ο/η {name} έγραψε:",
        ("Από", "Στάλθηκε", "Προς", "Θέμα"), "Κυριακή, 22 Νοεμβρίου 2026 4:02 μμ",
        "-------- Προωθημένο μήνυμα --------", "Στάλθηκε από το iPhone μου",
    ),
    "bg": Language(
        "Здравейте,", "Поздрави",
        "На нд, 22.11.2026 г. в 16:02 {name} <{address}> написа:",
        "На 22.11.2026 г., в 16:02, {name} <{address}> написа:",
        "На 22.11.2026 г. в 16:02, {name} написа:",
        ("От", "Изпратено", "До", "Относно"), "неделя, 22 ноември 2026 г. 16:02",
        "-------- Препратено съобщение --------", "Изпратено от моя iPhone",
    ),
    "hr": Language(
        "Bok,", "Srdačan pozdrav",
        "ned, 22. stu 2026. u 16:02 {name} <{address}> napisao je:",
        "Dana 22.11.2026., u 16:02, {name} <{address}> je napisao/la:",
        "Dana 22. 11. 2026. u 16:02, {name} je napisao/la:",
        ("Šalje", "Poslano", "Prima", "Predmet"), "22. studenog 2026. 16:02",
        "-------- Proslijeđena poruka --------", "Poslano s mog iPhonea",
    ),
    "ca": Language(
        "Hola,", "Salutacions",
        "Missatge de {name} <{address}> del dia dg., 22 de nov. 2026 a les 16:02:",
        "El 22 nov 2026, a les 16:02, {name} <{address}> va escriure:",
        "El 22/11/2026 a les 16:02, {name} ha escrit:",
        ("De", "Enviat", "Per a", "Tema"), "diumenge, 22 de novembre de 2026 16:02",
        "-------- Missatge reenviat --------", "Enviat des del meu iPhone",
    ),
    "vi": Language(
        "Xin chào,", "Trân trọng",
        "Vào CN, 22 thg 11, 2026 vào lúc 16:02 {name} <{address}> đã viết:",
        "Vào 22 thg 11, 2026, lúc 16:02, {name} <{address}> đã viết:",
        "On 22/11/2026 16:02, {name} wrote:",
        ("Từ", "Đã gửi", "Đến", "Chủ đề"), "Chủ nhật, 22 tháng 11, 2026 16:02",
        "-------- Thư chuyển tiếp --------", "Đã gửi từ iPhone của tôi",
    ),
    "ja": Language(
        "こんにちは、", "よろしくお願いします",
        "2026年11月22日(日) 16:02 {name} <{address}>:",
        "2026/11/22 16:02、{name} <{address}>のメール:",
        "On 2026/11/22 16:02, {name} wrote:",
        ("差出人", "送信日時", "宛先", "件名"), "2026年11月22日 日曜日 16:02",
        "-------- 転送メッセージ --------", "iPhoneから送信",
    ),
    "zh": Language(
        "你好，", "谢谢",
        "{name} <{address}> 于2026年11月22日周日 16:02写道：",
        "2026年11月22日 16:02，{name} <{address}> 写道：",
        "在 2026/11/22 16:02, {name} 写道:",
        ("发件人", "发送时间", "收件人", "主题"), "2026年11月22日 16:02",
        "-------- 转发的消息 --------", "发自我的 iPhone", "：",
    ),
    "zh-tw": Language(
        "你好，", "謝謝",
        "{name} <{address}> 於 2026年11月22日 週日 下午4:02寫道：",
        "{name} <{address}> 於 2026年11月22日 下午4:02 寫道：",
        "{name} 於 2026/11/22 16:02 寫道:",
        ("寄件者", "寄件日期", "收件者", "主旨"), "2026年11月22日 下午 04:02",
        "-------- 轉寄郵件 --------", "從我的 iPhone 傳送", "：",
    ),
    "ko": Language(
        "안녕하세요,", "감사합니다",
        "2026년 11월 22일 (일) 오후 4:02, {name} <{address}>님이 작성:",
        "2026. 11. 22. 오후 4:02, {name} <{address}> 작성:",
        "2026-11-22 오후 4:02에 {name} 이(가) 쓴 글:",
        ("보낸 사람", "보낸 날짜", "받는 사람", "제목"), "2026년 11월 22일 일요일 오후 4:02",
        "-------- 전달된 메시지 --------", "나의 iPhone에서 보냄",
    ),
    "he": Language(
        "שלום,", "בברכה",
        ("\u202bבתאריך יום א׳, 22 בנוב׳ 2026 ב-16:02 מאת \u202a{name}\u202c\u200f "
         "<\u202a{address}\u202c\u200f>:\u202c"),
        "ב-22 בנוב׳ 2026, בשעה 16:02, {name} <{address}> כתב/ה:",
        "בתאריך 22/11/2026 16:02, {name} כתב:",
        ("מאת", "נשלח", "אל", "נושא"), "יום ראשון 22 נובמבר 2026 16:02",
        "-------- הודעה שהועברה --------", "נשלח מה-iPhone שלי",
    ),
    "ar": Language(
        "مرحبا،", "مع التحية",
        "في الأحد، ٢٢ نوفمبر ٢٠٢٦ ٤:٠٢ م {name} <{address}> كتب:",
        "في ٢٢‏/١١‏/٢٠٢٦، الساعة ٤:٠٢ م، كتب {name} <{address}>:",
        "في 22/11/2026 16:02، كتب {name}:",
        ("من", "تم الإرسال", "إلى", "الموضوع"), "الأحد، ٢٢ نوفمبر ٢٠٢٦ ٤:٠٢ م",
        "-------- رسالة ممرّرة --------", "أُرسلت من الـ iPhone",
    ),
}  # fmt: skip
