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
const id = /(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=\d*[a-f])[\da-f]{32,})(?![^\W_])/iy

const fewest = 13
const most = 19

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

type Span = { start: number; end: number }

/** Full-width, circled and similar digits as plain ones. */
function withPlainDigits(text: string): string {
  // oxlint-disable-next-line no-control-regex
  if (!/[^\0-\x7f]/.test(text)) return text
  const { single, longer } = (digitSpellings ??= readDigitSpellings())
  let plain = new Uint16Array(text.length + 64)
  let length = 0
  let isChanged = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const isPair = unit >= 0xd800 && unit < 0xdc00
    const point = isPair ? (text.codePointAt(at) ?? unit) : unit
    const digit = point < single.length ? single[point] : 0
    if (digit) {
      const written = digit === several ? (longer.get(point) ?? '') : String.fromCharCode(digit)
      if (length + written.length + text.length - at > plain.length) plain = enlarged(plain)
      for (let n = 0; n < written.length; n++) plain[length++] = written.charCodeAt(n)
      if (point > 0xffff) at++
      isChanged = true
    } else plain[length++] = unit
  }
  return isChanged ? Buffer.from(plain.buffer, 0, length * 2).toString('utf16le') : text
}

const several = 1
/** For the code points below 0x20000: the code of their digit, `several` for what is in `longer`, else 0. */
type DigitSpellings = { single: Uint8Array; longer: Map<number, string> }
let digitSpellings: DigitSpellings | undefined

function readDigitSpellings(): DigitSpellings {
  const single = new Uint8Array(0x20000)
  const longer = new Map<number, string>()
  for (let point = 0x80; point < single.length; point++) {
    const sign = String.fromCodePoint(point)
    if (!/\p{N}/u.test(sign)) continue
    const plain = sign.normalize('NFKC')
    if (plain === sign) continue
    single[point] = /^\d$/.test(plain) ? plain.charCodeAt(0) : several
    if (single[point] === several) longer.set(point, plain)
  }
  return { single, longer }
}

function enlarged(before: Uint16Array<ArrayBuffer>): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(before.length * 2)
  larger.set(before)
  return larger
}

/** The text with ids and hashes, of which only the beginnings of words are tried, replaced by letters. */
function withoutIds(text: string): string {
  let kept = ''
  let end = 0
  for (let at = 0; at < text.length;) {
    const start = at
    while (isHex(text.charCodeAt(at))) at++
    const isCandidate =
      at - start >= 32 ||
      (at - start === 8 && text.charCodeAt(at) === hyphen && text.charCodeAt(at + 5) === hyphen)
    id.lastIndex = start
    if (isCandidate && id.test(text)) {
      kept += text.slice(end, start) + 'x'.repeat(id.lastIndex - start)
      at = end = id.lastIndex
      continue
    }
    while (isWord(text.charCodeAt(at))) at++
    if (at < text.length) at++
  }
  return end === 0 ? text : kept + text.slice(end)
}

const hyphen = 0x2d
const isDigit = (code: number) => code >= 0x30 && code <= 0x39
const isWord = (code: number) =>
  isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
const isHex = (code: number) =>
  isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

/** Positions of card numbers in a text with plain digits. See decision 018. */
function* cardNumbersIn(text: string): Generator<Span> {
  const searched = withoutIds(text)
  const groups = new Groups()
  for (let from = 0; from < searched.length;) {
    from = groups.read(searched, from)
    if (groups.count <= most && isCardNumber(searched, groups, 0, groups.count))
      yield groups.span(0, groups.count)
    else
      for (let at = 0; at < groups.count;) {
        const size = usualFrom(searched, groups, at)
        if (size > 0) yield groups.span(at, size)
        at += size || 1
      }
  }
}

/** The groups of digits of a run, separated by a few symbols at most; a megabyte may have half a million. */
class Groups {
  count = 0
  private starts = new Int32Array(64)
  private ends = new Int32Array(64)
  /** The part of Luhn's sum of a usual group before other usual ones, which all have even lengths. */
  private sums = new Int32Array(64)

  /** Reads the next run from there, and returns where the one after it starts. */
  read(text: string, from: number): number {
    this.count = 0
    for (let at = from; ;) {
      while (at < text.length && !isDigit(text.charCodeAt(at))) at++
      if (at >= text.length) return at
      if (this.count > 0 && !isSeparator(text, this.end(this.count - 1), at)) return at
      const start = at
      while (isDigit(text.charCodeAt(at))) at++
      this.add(text, start, at)
    }
  }

  private add(text: string, start: number, end: number): void {
    const n = this.count++
    if (n === this.starts.length) this.enlarge()
    this.starts[n] = start
    this.ends[n] = end
    if (!isUsual(end - start)) return
    let sum = 0
    for (let at = end - 1, isTwice = false; at >= start; at--, isTwice = !isTwice) {
      const digit = text.charCodeAt(at) - 0x30
      sum += isTwice ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
    }
    this.sums[n] = sum
  }

  private enlarge(): void {
    const larger = (before: Int32Array<ArrayBuffer>) => {
      const after = new Int32Array(before.length * 2)
      after.set(before)
      return after
    }
    this.starts = larger(this.starts)
    this.ends = larger(this.ends)
    this.sums = larger(this.sums)
  }

  end(n: number): number {
    return this.ends[n] ?? 0
  }

  sum(n: number): number {
    return this.sums[n] ?? 0
  }

  /** 0 for a missing group. */
  length(n: number): number {
    return n < this.count ? this.end(n) - (this.starts[n] ?? 0) : 0
  }

  span(first: number, size: number): Span {
    return { start: this.starts[first] ?? 0, end: this.end(first + size - 1) }
  }
}

/** The lengths of groups in which numbers are usually written, except for the last one. */
const isUsual = (length: number) => length === 4 || length === 6 || length === 8

/** Whether this is up to three symbols; outside the basic plane a symbol takes two places. */
function isSeparator(text: string, start: number, end: number): boolean {
  if (end - start > 6) return false
  for (let at = start; at < end; at++) {
    const kind = (symbols[text.charCodeAt(at)] ||= readSymbol(text.charCodeAt(at)))
    if (kind === surrogate) return between.test(text.slice(start, end))
    if (kind === noSymbol || at - start === 3) return false
  }
  return true
}

const symbol = 1
const noSymbol = 2
const surrogate = 3
/** What each UTF-16 unit is, once it was seen. */
const symbols = new Uint8Array(0x10000)

function readSymbol(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return surrogate
  return between.test(String.fromCharCode(unit)) ? symbol : noSymbol
}

/**
 * The number of groups from `at` in a longer run that are a card number in a usual spelling, 0 if none are: one group, or
 * 4-4-4-4 and other even groups, of which the last may have any length.
 */
function usualFrom(text: string, groups: Groups, at: number): number {
  const first = groups.length(at)
  const longest = first === 4 ? 5 : first === 6 || first === 8 ? 4 : 1
  let sum = 0
  for (let size = 1, digits = 0; size <= longest; size++) {
    const last = at + size - 1
    const length = groups.length(last)
    digits += length
    if (length === 0 || digits > most) return 0
    const isKnown = isUsual(length)
    const mayPass = !isKnown || (sum + groups.sum(last)) % 10 === 0
    if (digits >= fewest && mayPass && isCardNumber(text, groups, at, size)) return size
    if (!isKnown) return 0
    sum += groups.sum(last)
  }
  return 0
}

function isCardNumber(text: string, groups: Groups, first: number, size: number): boolean {
  const { start, end } = groups.span(first, size)
  if (!passesLuhn(text, start, end)) return false
  const written = text.slice(start, end)
  const digits = written.replace(/\D/g, '')
  // An international phone number has up to fifteen digits.
  if (digits.length <= 15 && text[start - 1] === '+') return false
  const shape = Array.from({ length: size }, (_, n) => groups.length(first + n)).join('-')
  return (
    kinds.test(digits) && !otherShapes.test(shape) && !others.some((other) => other.test(written))
  )
}

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
