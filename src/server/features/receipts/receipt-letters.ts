const range = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at))

/** Letters supported by data/fonts: Latin including Vietnamese, Greek, Cyrillic, and typographic marks. */
export const receiptLetters = [
  range(0x20, 0x7e),
  range(0xa0, 0x17f),
  'ƏəƒƠơƯư',
  range(0x1cd, 0x1dc),
  range(0x218, 0x21b),
  range(0x384, 0x3ce),
  range(0x400, 0x45f),
  'ҐґҒғҚқҢңҮүҰұҲҳӘәӨө',
  range(0x1e80, 0x1e85),
  range(0x1ea0, 0x1ef9),
  '–—‘’‚“”„†•…‹›€₴₽−',
].join('')

const known = new Set(receiptLetters)

/** The text in supported letters: unsupported accents are dropped, other scripts become question marks. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (known.has(letter)) return letter
    const plain = letter.normalize('NFKD').replace(/\p{M}/gu, '')
    if (plain !== '' && Array.from(plain).every((one) => known.has(one))) return plain
    // An accent without a combined letter.
    return /^\p{M}$/u.test(letter) ? '' : '?'
  }).join('')
}
