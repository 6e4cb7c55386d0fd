/**
 * The request in a text message that is only a keyword or a plain request. `cancel` and `wrong` also stop texts, but the
 * first may be about a visit, and the second means the number is someone else's; `yes` opts in only after an opt-out.
 */
export type TextRequest = 'stop' | 'cancel' | 'wrong' | 'start' | 'yes' | 'help'

const keywords: Record<string, TextRequest> = {
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  END: 'stop',
  QUIT: 'stop',
  OPTOUT: 'stop',
  REVOKE: 'stop',
  REMOVE: 'stop',
  ALTO: 'stop',
  PARA: 'stop',
  PARE: 'stop',
  PAREN: 'stop',
  PARAR: 'stop',
  BASTA: 'stop',
  DETENER: 'stop',
  BAJA: 'stop',
  FIN: 'stop',
  SALIR: 'stop',
  TERMINAR: 'stop',
  CANCEL: 'cancel',
  CANCELAR: 'cancel',
  START: 'start',
  UNSTOP: 'start',
  OPTIN: 'start',
  SUBSCRIBE: 'start',
  YES: 'yes',
  HELP: 'help',
  INFO: 'help',
  AYUDA: 'help',
}

const stopWords = Object.keys(keywords).filter((word) => keywords[word] === 'stop')

/** What phones and people add below a message, with the message they answer. */
const signature =
  /(?:\n[^\S\n]*|\s[-–—]+\s*)(?:--|>|sent from |get outlook for |enviado desde |(?:on|el) .*(?:wrote|escribió):)[\s\S]*$/i

const texts = '(TEXTS?|MESSAGES?|TEXT MESSAGES|SMS)'
const mensajes = '(MENSAJES?|TEXTOS?|MENSAJES DE TEXTO)'
const tome = '( (TO )?(ME|(THIS|MY) (NUMBER|PHONE)))?'
const dontWant = '(DO NOT|DON T|DONT) WANT'

/** Whole messages, without accents and punctuation, that revoke consent in other words. */
const revocations = [
  `(STOP|QUIT|CEASE)( (SENDING|TEXTING|MESSAGING|CONTACTING|WRITING|CALLING|SPAMMING|BOTHERING))?( ME)?( (ANY|ALL|THE|THESE|YOUR|MORE))*( ${texts})?${tome}`,
  `CEASE AND DESIST`,
  `(DO NOT|DON T|DONT|NEVER) (CALL OR TEXT|TEXT OR CALL|TEXT|MESSAGE|CONTACT)${tome}( ANY MORE)?`,
  `LEAVE ME ALONE`,
  `LOSE MY NUMBER`,
  `(DO NOT|DON T|DONT) SEND( ME)?( ANY)?( MORE)? ${texts}${tome}`,
  `I ${dontWant}( TO (GET|RECEIVE))?( (ANY|ALL|THE|THESE|YOUR|MORE))* ${texts}`,
  `NO( MORE)? ${texts}`,
  `OPTING OUT`,
  `((I ((D LIKE|WANT|WOULD LIKE|WISH) TO )?)|ID LIKE TO )?OPT( ME)? OUT( (OF|FROM)( (ALL|MY|THE|THESE|YOUR))* ${texts})?`,
  `UNSUB`,
  `UN?SUB?SCRIBE( ME)?( FROM (THIS|THE|YOUR)( LIST)?)?`,
  `(REPLY|SEND|TEXT) STOP`,
  `(CANCEL|END|UNSUBSCRIBE FROM)( (ALL|MY|THE|THESE|YOUR))* ${texts}`,
  `(REMOVE|DELETE|ERASE) (ME|MY NUMBER)( FROM (THE|THIS|YOUR) LIST)?`,
  `TAKE ME OFF( (THE|THIS|YOUR) LIST)?`,
  `((YA )?NO QUIERO (RECIBIR )?(MAS )?((SUS|ESTOS|LOS) )?|NO MAS )${mensajes}`,
  `((YA )?QUIERO )?(CANCEL(A|E|EN|AR)|DET(EN|ENER|ENGA|ENGAN)|PAR(A|E|EN|AR))( DE (MANDAR|ENVIAR))?( (LOS|ESTOS|MIS|SUS))? ${mensajes}`,
  `CANCELAR( (LA|MI))? SUSCRIPCION`,
  `YA BASTA|BASTA YA`,
  `((YA )?QUIERO DARME|DARME|DAME|DEME|DENME) DE BAJA( DE (LA|SU|ESTA) LISTA)?`,
  `DESUSCRIBIR(ME)?|DESUSCRIB[AE]N?ME`,
  `(QUIT[AE]N?|SAC[AE]|SAQUEN?|BORR[AE]N?|ELIMIN[AE]N?)ME( DE (LA|SU|TU|ESTA) LISTA)?`,
  `(QUIT[AE]N?|BORR[AE]N?|ELIMIN[AE]N?) MI NUMERO( DE (LA|SU|TU|ESTA) LISTA)?`,
  `(YA )?NO (ME )?(ESCRIBA|MANDE|ENVIE|TEXTEE)N?( MAS)?( ${mensajes})?`,
  `(YA )?NO (ME )?MOLESTEN?( MAS)?|NO MOLESTAR|DEJ[AE]N?ME EN PAZ`,
  `DEJ[AE]N? DE (ESCRIBIRME|TEXTEARME|MOLESTAR(ME)?|((MANDAR|ENVIAR)ME( (MAS|ESTOS|SUS))?( ${mensajes})?)|((MANDAR|ENVIAR)( (MAS|ESTOS|SUS))? ${mensajes}))`,
]
const revocation = new RegExp(
  `^((PLEASE|PLS|PLZ|POR FAVOR) )*(${[...stopWords, ...revocations].join('|')})( (PLEASE|PLS|PLZ|NOW|IT|ANYMORE|AGAIN|THANKS|THANK YOU|THX|TY|POR FAVOR|GRACIAS))*$`,
)

/** Abbreviations people type on phones. */
const shortened: [RegExp, string][] = [
  [/\bTXT/g, 'TEXT'],
  [/\bMSG/g, 'MESSAGE'],
  [/\bTEXTIN\b/g, 'TEXTING'],
  [/\bSENDIN\b/g, 'SENDING'],
]

const politely = '( (STOP|SORRY|PLEASE|THANKS|THANK YOU|POR FAVOR|GRACIAS|PERDON))*'
const wrongNumber = new RegExp(
  `^(STOP |SORRY |PERDON |DISCULPE )*(${[
    `(I THINK )?((THIS|IT) IS |THIS S |IT S |ITS |(YOU|U)( HAVE| VE GOT| GOT| TEXTED) )?(THE |A )?WRONG (NUMBER|NUM|NO|PERSON)`,
    `NOT ME`,
    `(CREO QUE )?((ESTE )?ES |TIENEN? )?(EL |UN )?(NUMERO|NO|NUM) (EQUIVOCADO|INCORRECTO|ERRONEO)`,
    `(CREO QUE )?(ES )?(LA )?PERSONA EQUIVOCADA`,
    `EQUIVOCADO`,
    `SE EQUIVOC(O|ARON) DE (NUMERO|PERSONA)`,
    `(YO )?NO SOY (YO|ESA PERSONA)`,
  ].join('|')})${politely}$`,
)

/** `STOP 22395`, as some are told to write with the sender's number; `Stop @ 5?` is about the visit. */
const stopNumber = /^[^\p{L}\p{N}]*stop\s*\d+[^\p{L}\p{N}]*$/iu

/** Reads a text message whatever its case, accents, quotes, punctuation and spaces; null for anything more than a request. */
export function readTextRequest(message: string): TextRequest | null {
  const spelled = message
    .replace(signature, '')
    .replace(/(?<=wrong\s*)#/i, ' number')
    .replaceAll('🛑', ' stop ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase()
    .replace(/^(\w+)(?: \1)+$/, '$1')
  const words = shortened.reduce((text, [short, long]) => text.replace(short, long), spelled)
  if (stopNumber.test(message)) return 'stop'
  const keyword = keywords[words.replaceAll(' ', '')]
  if (keyword) return keyword
  if (wrongNumber.test(words)) return 'wrong'
  return revocation.test(words) ? 'stop' : null
}
