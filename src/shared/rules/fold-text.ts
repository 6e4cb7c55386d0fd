/** Letters that Unicode does not take apart, and hyphens, with what people type for them. */
const alike = new Map(
  'ß ss,æ ae,œ oe,þ th,ø o,đ d,ð d,ħ h,ı i,ł l,ŧ t,ŋ n,ς σ,‐ -,‑ -,‒ -,– -,— -,− -'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
)
const replaced = new RegExp(`[${[...alike.keys()].join('')}]`, 'g')
/**
 * Characters to drop: apostrophes in every form, accents, and invisible characters. Hyphens and commas are dropped later.
 */
const dropped =
  /[\u0300-\u036F'`\u00AD\u02B9\u02BB-\u02BF\u02C8\u02CA\u02CB\u2018-\u201B\u2032\u2035\u200B-\u200F\u202A-\u202E\u2060-\u206F]/g
/**
 * Latin, Greek, Cyrillic, punctuation, and letters drawn as others. Unicode changes nothing in these blocks anymore, so
 * databases and browsers of any age agree; letters of other scripts have no case and stay.
 */
const known =
  /[\0-\u052F\u1E00-\u206F\u2100-\u2188\u2212\uFB00-\uFB06\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]+/gu

/**
 * Text as searches compare it: `Seán O’Connor` is `sean oconnor`, `Smith-Jones, J. R.` is `smithjones jr`, and `A&W` is
 * `a and w`. Other periods stay, as in e-mails and amounts. Equals the database function `fold_text`.
 */
export const foldText = (text: string): string =>
  text
    .replace(known, (letters) =>
      letters
        // Would be taken apart into a space and an accent.
        .replaceAll('´', '')
        .normalize('NFKD')
        .toLowerCase()
        .replace(dropped, '')
        .replace(replaced, (letter) => alike.get(letter) ?? ''),
    )
    .replaceAll(' - ', ' ')
    .replace(/[-,]/g, '')
    .replace(/(?<![a-z0-9])([a-z])\. (?=[a-z]\.)/g, '$1.')
    .replace(/\.(?![a-z0-9])|(?<![a-z0-9]{2}|[0-9])\./g, '')
    .replace(/ *& */g, ' and ')
    .replace(/(?<= )\+(?= )/g, 'and')

/** A name for comparison: `Mary-Jane` becomes `maryjane`, and `Llantas y Frenos` equals the one with `&`. */
export const foldName = (name: string): string =>
  foldText(name).replaceAll(' y ', ' and ').replaceAll(' e hij', ' and hij').replaceAll(' ', '')

/**
 * The folded words of a search. `Mary-Jane` is one word, since some write a space there; "and" beside other words is
 * dropped, since some write `&` or `y`.
 */
export function searchedWords(search: string): string[] {
  const words = foldText(search.replace(/(?<=\p{L}{3})\p{Pd}(?=\p{L}{3})/gu, ' '))
    .replaceAll(' e hij', ' hij')
    .split(/\s+/)
    .filter(Boolean)
  const telling = words.filter((word) => word !== 'and' && word !== 'y')
  return telling.length > 0 ? telling : words
}

/** A name spelled with ae, oe and ue, after a space; empty without ä, ö or ü. Searched text has both spellings. */
const umlautsSpelledOut = (name: string): string =>
  /[äöü]/i.test(name) ? ` ${name.replace(/[äöü]/gi, '$&e')}` : ''

/** Whether a text contains every word of a search. */
export function holdsWords(text: string, search: string): boolean {
  const folded = foldText(text + umlautsSpelledOut(text))
  return searchedWords(search).every((word) => folded.includes(word))
}
