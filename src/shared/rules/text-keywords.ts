/**
 * What a text message that is nothing but a keyword or a plain request asks for. `cancel` and `wrong` stop texts too, but
 * the first may be about a visit, and the second means that the number is someone else's; `yes` opts in only after an
 * opt-out.
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
  PARAR: 'stop',
  BASTA: 'stop',
  DETENER: 'stop',
  BAJA: 'stop',
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

/** What phones and people add below a message. */
const signature = /\n[^\S\n]*(?:--|sent from |get outlook for |enviado desde )[\s\S]*$/i

const texts = '(TEXTS?|MESSAGES?|TEXT MESSAGES|SMS)'
const mensajes = '(MENSAJES?|TEXTOS?|MENSAJES DE TEXTO)'

/** Whole messages, without accents and punctuation, that revoke consent in other words. */
const revocations = [
  `(STOP|QUIT|CEASE)( (SENDING|TEXTING|MESSAGING|CONTACTING|WRITING|CALLING))?( ME)?( (ANY|ALL|THE|THESE|YOUR|MORE))*( ${texts})?`,
  `(DO NOT|DON T|DONT|NEVER) (CALL OR TEXT|TEXT OR CALL|TEXT|MESSAGE|CONTACT)( ME)?( ANY MORE)?`,
  `LEAVE ME ALONE`,
  `(DO NOT|DON T|DONT) SEND( ME)?( ANY)?( MORE)? ${texts}`,
  `NO( MORE)? ${texts}`,
  `(I ((WANT|WOULD LIKE|WISH) TO )?)?OPT( ME)? OUT`,
  `UNSUB(SCRIBE ME)?`,
  `(REPLY|SEND|TEXT) STOP`,
  `(CANCEL|END|UNSUBSCRIBE FROM)( (ALL|MY|THE|THESE|YOUR))* ${texts}`,
  `(REMOVE|DELETE) (ME|MY NUMBER)( FROM (THE|THIS|YOUR) LIST)?`,
  `TAKE ME OFF( (THE|THIS|YOUR) LIST)?`,
  `(NO QUIERO (RECIBIR )?(MAS )?|NO MAS )${mensajes}`,
  `(CANCEL(A|E|EN|AR)|DET(EN|ENER|ENGA|ENGAN)|PAR(A|E|EN|AR))( DE MANDAR)?( (LOS|ESTOS|MIS|SUS))? ${mensajes}`,
  `YA BASTA|BASTA YA`,
  `(QUIERO )?DARME DE BAJA`,
  `(YA )?NO (ME )?(ESCRIBA|MANDE|ENVIE|TEXTEE)N?( MAS)?( ${mensajes})?`,
  `DEJEN? DE (ESCRIBIRME|TEXTEARME|((MANDARME|ENVIARME)( ${mensajes})?))`,
]
const revocation = new RegExp(
  `^(PLEASE |PLS |PLZ |POR FAVOR )?(${[...stopWords, ...revocations].join('|')})( (PLEASE|PLS|PLZ|NOW|IT|ANYMORE|AGAIN|THANKS|THANK YOU|THX|TY|POR FAVOR|GRACIAS))*$`,
)

const politely = '( (STOP|SORRY|PLEASE|THANKS|THANK YOU|POR FAVOR|GRACIAS|PERDON))*'
const wrongNumber = new RegExp(
  `^(STOP |SORRY |PERDON |DISCULPE )*(${[
    `((THIS|IT) IS |THIS S |IT S |ITS |YOU( HAVE| VE GOT| GOT) )?(THE |A )?WRONG (NUMBER|PERSON)`,
    `NOT ME`,
    `(ES |TIENEN? )?(EL |UN )?NUMERO EQUIVOCADO`,
    `(ES )?(LA )?PERSONA EQUIVOCADA`,
    `(NUMERO )?EQUIVOCADO`,
    `SE EQUIVOC(O|ARON) DE (NUMERO|PERSONA)`,
    `(YO )?NO SOY (YO|ESA PERSONA)`,
  ].join('|')})${politely}$`,
)

/** `STOP 22395`, as some are told to write with the sender's number; `Stop @ 5?` is about the visit. */
const stopNumber = /^[^\p{L}\p{N}]*stop\s*\d+[^\p{L}\p{N}]*$/iu

/** Reads a text message whatever its case, accents, quotes, punctuation and spaces; null for anything more than a request. */
export function readTextRequest(message: string): TextRequest | null {
  const words = message
    .replace(signature, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toUpperCase()
    .replace(/^(\w+)(?: \1)+$/, '$1')
  if (stopNumber.test(message)) return 'stop'
  const keyword = keywords[words.replaceAll(' ', '')]
  if (keyword) return keyword
  if (wrongNumber.test(words)) return 'wrong'
  return revocation.test(words) ? 'stop' : null
}
