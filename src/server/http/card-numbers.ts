/** Separators between two groups of one number: a few symbols, but no currency. */
const between = /^[^\p{L}\p{N}\p{Sc}]{1,3}$/u

/** Prefixes and lengths of each kind of card. */
const kinds = new RegExp(
  [
    // Visa
    /4(?:\d{12}|\d{15}|\d{18})/,
    // Mastercard: 51 to 55 and 2221 to 2720
    /(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}/,
    // American Express
    /3[47]\d{13}/,
    // Discover, and UnionPay on its network
    /(?:6011|64[4-9]\d|65\d\d|62\d\d)\d{12,15}/,
    // JCB: 3528 to 3589
    /35(?:2[89]|[3-8]\d)\d{12,15}/,
    // Diners Club
    /3(?:[68]\d|0[0-5])\d{11,13}/,
  ]
    .map(({ source }) => `^(?:${source})$`)
    .join('|'),
)

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
/** Ids, also after an underscore, and hashes, which are full of digits by chance. */
const ids =
  /(?<![^\W_])(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=\d*[a-f])[\da-f]{32,})(?![^\W_])/gi

const fewest = 13
const most = 19

type Group = { start: number; end: number }

/**
 * Whether a text, number or field name in `value` contains a likely card number. Those belong only in the card provider's
 * form, so anything containing one is refused before any work. Takes time in proportion to the size (`bench hostile`).
 */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'number') return value > 1e12 && holdsCardNumber(String(value))
  if (typeof value === 'string')
    return value.length >= fewest && !cardNumbersIn(withPlainDigits(value)).next().done
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, item]) => holdsCardNumber(name) || holdsCardNumber(item),
  )
}

/** The text with each digit of a card number but the last four replaced by a dot; unchanged without one. */
export function maskCardNumbers(text: string): string {
  const plain = text.normalize('NFKC')
  const parts: string[] = []
  let end = 0
  for (const found of cardNumbersIn(plain)) {
    const number = plain.slice(found.start, found.end)
    parts.push(plain.slice(end, found.start), number.replace(/\d(?=(?:\D*\d){4})/g, '•'))
    end = found.end
  }
  return end === 0 ? text : parts.join('') + plain.slice(end)
}

/** Full-width, circled and similar digits as plain ones. */
const withPlainDigits = (text: string) =>
  text.replace(/(?:(?!\d)\p{N})+/gu, (digits) => digits.normalize('NFKC'))

/** Positions of card numbers in a text with plain digits. See decision 018. */
function* cardNumbersIn(text: string): Generator<Group> {
  const searched = text.replace(ids, (id) => 'x'.repeat(id.length))
  for (const run of runsOf(searched)) {
    if (isCardNumber(searched, run)) yield spanOf(run)
    else
      for (let at = 0; at < run.length;) {
        const groups = usualFrom(searched, run, at)
        if (groups) yield spanOf(groups)
        at += groups?.length ?? 1
      }
  }
}

/** Groups of digits separated by a few symbols at most. */
function* runsOf(text: string): Generator<Group[]> {
  let run: Group[] = []
  let start = -1
  for (let at = 0; at <= text.length; at++) {
    const code = text.charCodeAt(at)
    const isDigit = code >= 0x30 && code <= 0x39
    if (isDigit && start < 0) {
      const last = run.at(-1)
      if (last && !isSeparator(text, last.end, at)) {
        yield run
        run = []
      }
      start = at
    } else if (!isDigit && start >= 0) {
      run.push({ start, end: at })
      start = -1
    }
  }
  if (run.length > 0) yield run
}

/** A space or hyphen needs no regular expression; three symbols take six places at most. */
function isSeparator(text: string, start: number, end: number): boolean {
  const code = text.charCodeAt(start)
  if (end - start === 1 && (code === 0x20 || code === 0x2d)) return true
  return end - start <= 6 && between.test(text.slice(start, end))
}

/**
 * The first groups from `at` in a longer run, if they are a card number in a usual spelling: one group, or 4-4-4-4 and other
 * even groups, of which the last may have any length.
 */
function usualFrom(text: string, run: readonly Group[], at: number): Group[] | undefined {
  const first = lengthOf(run[at])
  const longest = first === 4 ? 5 : first === 6 || first === 8 ? 4 : 1
  for (let count = 1, digits = 0; count <= longest; count++) {
    const length = lengthOf(run[at + count - 1])
    digits += length
    if (length === 0 || digits > most) return undefined
    const end = run[at + count - 1]?.end ?? 0
    // Slices only what may be one.
    if (digits >= fewest && passesLuhn(text, run[at]?.start ?? 0, end)) {
      const groups = run.slice(at, at + count)
      if (isCardNumber(text, groups)) return groups
    }
    if (length !== 4 && length !== 6 && length !== 8) return undefined
  }
  return undefined
}

function isCardNumber(text: string, groups: readonly Group[]): boolean {
  if (groups.length > most) return false
  const { start, end } = spanOf(groups)
  if (!passesLuhn(text, start, end)) return false
  const written = text.slice(start, end)
  const digits = written.replace(/\D/g, '')
  // An international phone number has up to fifteen digits.
  if (digits.length <= 15 && text[start - 1] === '+') return false
  return (
    kinds.test(digits) &&
    !otherShapes.test(groups.map(lengthOf).join('-')) &&
    !others.some((other) => other.test(written))
  )
}

const spanOf = (groups: readonly Group[]): Group => ({
  start: groups[0]?.start ?? 0,
  end: groups.at(-1)?.end ?? 0,
})
const lengthOf = (group: Group | undefined) => (group ? group.end - group.start : 0)

/** Whether the 13 to 19 digits there pass Luhn's check, as every card number does and one in ten others. */
function passesLuhn(text: string, start: number, end: number): boolean {
  let sum = 0
  let count = 0
  for (let at = end - 1; at >= start && count <= most; at--) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) continue
    sum += count % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2
    count++
  }
  return count >= fewest && count <= most && sum % 10 === 0
}
