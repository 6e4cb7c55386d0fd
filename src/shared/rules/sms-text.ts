import { plural, t } from '../texts/t.ts'

/**
 * With plain quotes, dashes, ellipses and spaces: a single one outside the SMS alphabet turns one text of 160 characters
 * into three of 67. For the same reason without the accents of Spanish vowels, but only where that saves a text, and never
 * when it contains one of these names with such an accent, or another capitalized word outside its address.
 */
export function smsText(body: string, names: readonly string[] = [], place = ''): string {
  const plain = plainSigns(body)
  const bare = plain.replace(accented, (vowel) => vowel.normalize('NFD').charAt(0))
  const rest = place ? plain.replaceAll(plainSigns(place), '') : plain
  return textsOf(bare) < textsOf(plain) && !hasAccentedName(rest, names) ? bare : plain
}

/** Not in the SMS alphabet, unlike é and the ones with grave accents. */
const accented = /[áíóúÁÍÓÚ]/g

function hasAccentedName(body: string, names: readonly string[]): boolean {
  const isAccented = (word: string) => word.search(accented) >= 0
  const words = names.flatMap((name) => plainSigns(name).split(' ')).filter(isAccented)
  const written = body.match(/(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{M}'-]*/gu) ?? []
  return words.some((word) => body.includes(word)) || written.some(isAccented)
}

const smsAlphabet =
  /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Za-z_¡£¤¥§¿ÄÅÆÇÉÑÖØÜßàäåæèéìñòöøùüΔΦΓΛΩΠΨΣΘΞ^{}\\[\]~|€]*$/

/** The number of texts that providers bill for a message. */
export function textsOf(body: string): number {
  const isPlain = smsAlphabet.test(body)
  const [whole, part] = isPlain ? [160, 153] : [70, 67]
  // Some characters count twice.
  const length = body.length + (isPlain ? (body.match(/[\^{}\\[\]~|€]/g)?.length ?? 0) : 0)
  return length <= whole ? 1 : Math.ceil(length / part)
}

const plainSigns = (body: string) =>
  body
    .normalize('NFC')
    .replace(/[‘’‚‛‹›′´`ʼ]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−•·]/g, '-')
    .replaceAll('…', '...')
    .replace(/[\p{Zs}\t]/gu, ' ')

/** A text about a visit, with the business's name and the visit's number before it; without a number about none. */
export const signedSms = (brandName: string, number: string, message: string): string =>
  `${[brandName, number].filter(Boolean).join(' ')}: ${message}`

/** "85 characters, billed as 1 text". */
export const describeSmsSize = (body: string): string =>
  t('{characters}, billed as {texts}', {
    characters: describeLength(body),
    texts: describeTexts(body),
  })

export const describeLength = (body: string): string =>
  plural([...body].length, { one: '{count} character', other: '{count} characters' })

/** "2 texts": what providers bill for a message. */
export const describeTexts = (body: string): string =>
  plural(textsOf(body), { one: '{count} text', other: '{count} texts' })
