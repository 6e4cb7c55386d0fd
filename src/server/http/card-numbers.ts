/** Separators between two groups of one number: a few symbols, but no currency. */
const between = /^[^\p{L}\p{N}\p{Sc}]{1,3}$/u

/** Prefixes and lengths of each kind of card. */
const kinds = [
  // Visa
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  // Mastercard: 51 to 55 and 2221 to 2720
  /^(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}$/,
  // American Express
  /^3[47]\d{13}$/,
  // Discover, and UnionPay on its network
  /^(?:6011|64[4-9]\d|65\d\d|62\d\d)\d{12,15}$/,
  // JCB: 3528 to 3589
  /^35(?:2[89]|[3-8]\d)\d{12,15}$/,
  // Diners Club
  /^3(?:[68]\d|0[0-5])\d{11,13}$/,
]

/** Numbers spelled like something else, even if their digits would pass as a card. */
const others = [
  // Ends with a nine-digit ZIP code.
  /(?<!\d)\d{5}-\d{4}$/,
  // Begins with a date or time.
  /^(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)?\d\d(?!\d)/,
  /^(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)/,
  // Amounts.
  /^\d{1,4}\.\d\d(?:[^\d.]{1,3}\d{1,4}\.\d\d)+$/,
  // Coordinates.
  /^\d{1,3}\.\d{3,}[^\d.]{1,3}\d{1,3}\.\d{3,}$/,
]
/** By group lengths: a phone number with more around it, or ten digits and a ZIP code. */
const otherShapes = /(?:^|-)3-3-4(?:-|$)|^10-5$/
/** Groups as on a card, and other even ones; the last may have any length. */
const usualShapes = /^\d+$|^4-(?:[468]-){0,3}\d+$|^[68]-(?:[468]-){0,2}\d+$/

/** Ids, also after an underscore, and hashes, which are full of digits by chance. */
const ids =
  /(?<![^\W_])(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=\d*[a-f])[\da-f]{32,})(?![^\W_])/gi

const fewest = 13
const most = 19

type Group = { start: number; end: number }

/**
 * Whether a text, number or field name in `value` contains a likely card number. Those belong only in the card provider's
 * form, so anything containing one is refused before any work.
 */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'number') return value > 1e12 && holdsCardNumber(String(value))
  if (typeof value === 'string') return cardNumbersIn(plain(value)).length > 0
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, item]) => holdsCardNumber(name) || holdsCardNumber(item),
  )
}

/** The text with each digit of a card number but the last four replaced by a dot; unchanged without one. */
export function maskCardNumbers(text: string): string {
  const found = cardNumbersIn(plain(text))
  if (found.length === 0) return text
  let masked = plain(text)
  for (const { start, end } of found)
    masked =
      masked.slice(0, start) +
      masked.slice(start, end).replace(/\d(?=(?:\D*\d){4})/g, '•') +
      masked.slice(end)
  return masked
}

/** Full-width and similar digits as plain ones. */
const plain = (text: string) => text.normalize('NFKC')

/** Positions of card numbers in a plain text. See decision 018. */
function cardNumbersIn(text: string): Group[] {
  if (text.length < fewest) return []
  const searched = text.replace(ids, (id) => 'x'.repeat(id.length))
  return runsOf(searched).flatMap((run) => {
    if (isCardNumber(searched, run)) return { start: startOf(run), end: endOf(run) }
    const found: Group[] = []
    for (let at = 0; at < run.length;) {
      const groups = usualFrom(searched, run.slice(at, at + most))
      if (groups) found.push({ start: startOf(groups), end: endOf(groups) })
      at += groups?.length ?? 1
    }
    return found
  })
}

/** Groups of digits separated by a few symbols at most. */
function runsOf(text: string): Group[][] {
  const runs: Group[][] = []
  let end: number | undefined
  for (const { 0: digits, index: start } of text.matchAll(/\d+/g)) {
    const group = { start, end: start + digits.length }
    if (end !== undefined && between.test(text.slice(end, start))) runs.at(-1)?.push(group)
    else runs.push([group])
    end = group.end
  }
  return runs
}

/** The first groups of a longer run, if they are a card number in the usual spelling. */
function usualFrom(text: string, run: readonly Group[]): Group[] | undefined {
  for (let count = 1; count <= run.length; count++) {
    const groups = run.slice(0, count)
    if (endOf(groups) - startOf(groups) >= fewest && usualShapes.test(shapeOf(groups)))
      if (isCardNumber(text, groups)) return groups
  }
  return undefined
}

function isCardNumber(text: string, groups: readonly Group[]): boolean {
  const start = startOf(groups)
  const written = text.slice(start, endOf(groups))
  const digits = written.replace(/\D/g, '')
  if (digits.length < fewest || digits.length > most) return false
  // An international phone number has up to fifteen digits.
  if (digits.length <= 15 && text[start - 1] === '+') return false
  return (
    kinds.some((kind) => kind.test(digits)) &&
    isValid(digits) &&
    !otherShapes.test(shapeOf(groups)) &&
    !others.some((other) => other.test(written))
  )
}

const startOf = (groups: readonly Group[]) => groups[0]?.start ?? 0
const endOf = (groups: readonly Group[]) => groups.at(-1)?.end ?? 0
/** `4-4-4-4` */
const shapeOf = (groups: readonly Group[]) => groups.map(({ start, end }) => end - start).join('-')

/** Luhn's check, which every card number passes and nine of ten others don't. */
function isValid(digits: string): boolean {
  const sum = [...digits]
    .map(Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const twice = digit * 2
      return total + (index % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice)
    }, 0)
  return sum % 10 === 0
}
