/** Each kind of card: its first four digits, and how many it has. */
const kinds: [first: number, last: number, ...lengths: number[]][] = [
  // Visa
  [4000, 4999, 13, 16, 19],
  // Mastercard
  [5100, 5599, 16],
  [2221, 2720, 16],
  // American Express
  [3400, 3499, 15],
  [3700, 3799, 15],
  // Discover, and UnionPay on its network
  [6011, 6011, 16, 17, 18, 19],
  [6440, 6599, 16, 17, 18, 19],
  [6200, 6299, 16, 17, 18, 19],
  // JCB
  [3528, 3589, 16, 17, 18, 19],
  // Diners Club
  [3000, 3059, 14, 15, 16],
  [3600, 3699, 14, 15, 16],
  [3800, 3899, 14, 15, 16],
]
/** A bit for each length, by the first four digits. */
const lengths = new Uint32Array(10_000)
for (const [first, last, ...each] of kinds)
  lengths.fill(
    each.reduce((bits, length) => bits | (1 << length), 0),
    first,
    last + 1,
  )

/** Numbers beginning with a group of one to four digits that are spelled like something else. */
const others = [
  // A date or time.
  /^(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)?\d\d(?!\d)/,
  /^(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)/,
  // Amounts.
  /^\d{1,4}\.\d\d(?:[^\d.]{1,3}\d{1,4}\.\d\d)+$/,
  // Coordinates.
  /^\d{1,3}\.\d{3,}[^\d.]{1,3}\d{1,3}\.\d{3,}$/,
]

const fewest = 13
const most = 19

/**
 * Whether a text, number or field name in `value` contains a likely card number. Those belong only in the card provider's
 * form, so anything containing one is refused before any work. Takes time in proportion to the size (`bench hostile`).
 */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'number') return value > 1e12 && holdsCardNumber(String(value))
  if (typeof value === 'string')
    return hasManyDigits(value) && cardNumbersIn(withPlainDigits(value), 1).length > 0
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, item]) => holdsCardNumber(name) || holdsCardNumber(item),
  )
}

/** Whether a text has digits enough, or others than ASCII. */
function hasManyDigits(text: string): boolean {
  for (let at = 0, count = 0; at < text.length && text.length >= fewest; at++) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7f || (kindOf[unit] === digit && ++count === fewest)) return true
  }
  return false
}

/** The text with each digit of a card number but the last four replaced by a dot; unchanged without one. */
export function maskCardNumbers(text: string): string {
  const plain = text.normalize('NFKC')
  const parts: string[] = []
  let end = 0
  for (const found of cardNumbersIn(unitsOf(plain))) {
    const number = plain.slice(found.start, found.end)
    parts.push(plain.slice(end, found.start), number.replace(/\d(?=(?:\D*\d){4})/g, '•'))
    end = found.end
  }
  return end === 0 ? text : parts.join('') + plain.slice(end)
}

type Span = { start: number; end: number }

/** A text's UTF-16 units: a typed array is read twice as fast as a string. */
type Units = Uint16Array

function unitsOf(text: string): Units {
  if (text.length > shortText) {
    const { buffer, byteOffset, length } = Buffer.from(text, 'utf16le')
    return new Uint16Array(buffer, byteOffset, length / 2)
  }
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}

/** Up to here copying is faster than a buffer. */
const shortText = 100

const isPair = (units: Units, at: number) =>
  ((units[at] ?? 0) & 0xfc00) === 0xd800 && ((units[at + 1] ?? 0) & 0xfc00) === 0xdc00

/** The code point there; half a pair is its own. */
const pointAt = (units: Units, at: number): number =>
  isPair(units, at)
    ? (((units[at] ?? 0) & 0x3ff) << 10) + ((units[at + 1] ?? 0) & 0x3ff) + 0x10000
    : (units[at] ?? 0)

/** The units of a text with full-width, circled and similar digits as plain ones. */
function withPlainDigits(text: string): Units {
  const units = unitsOf(text)
  // oxlint-disable-next-line no-control-regex
  if (!/[^\0-\x7f]/.test(text)) return units
  const { spelled, longer } = (digitSpellings ??= readDigitSpellings())
  let plain: Uint16Array | undefined
  let length = 0
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? 0
    const point = unit < 0xd800 || unit > 0xdbff ? unit : pointAt(units, at)
    const digit = point < spelled.length ? (spelled[point] ?? 0) : 0
    if (digit > 0 && !plain) {
      plain = new Uint16Array(2 * (units.length + longest))
      plain.set(units.subarray(0, at))
      length = at
    }
    if (!plain) continue
    if (digit > 0 && point > 0xffff) at++
    if (digit < firstLonger) {
      plain[length++] = digit || unit
      continue
    }
    const written = longer[digit - firstLonger] ?? units
    for (let n = 0; n < written.length; n++) plain[length++] = written[n] ?? 0
    if (length + units.length - at + longest > plain.length) {
      const larger = new Uint16Array(plain.length * 2)
      larger.set(plain)
      plain = larger
    }
  }
  return plain ? plain.subarray(0, length) : units
}

const firstLonger = 0x80
/** More places than any digit is written with. */
const longest = 32
/** For the code points below 0x20000: the code of their digit, 0 for others, or `firstLonger` and its place in `longer`. */
type DigitSpellings = { spelled: Uint16Array; longer: Units[] }
let digitSpellings: DigitSpellings | undefined

function readDigitSpellings(): DigitSpellings {
  const spelled = new Uint16Array(0x20000)
  const longer: Units[] = []
  for (let point = 0x80; point < spelled.length; point++) {
    const sign = String.fromCodePoint(point)
    if (!/\p{N}/u.test(sign)) continue
    const plain = sign.normalize('NFKC')
    if (plain === sign) continue
    spelled[point] = /^\d$/.test(plain)
      ? plain.charCodeAt(0)
      : firstLonger - 1 + longer.push(unitsOf(plain))
  }
  return { spelled, longer }
}

const plus = 0x2b
const hyphen = 0x2d
const other = 0
const digit = 1
const hexLetter = 2
const letter = 3
/** The class of each unit, for ids and numbers; words are ASCII letters and digits. */
const kindOf = new Uint8Array(0x10000)
kindOf.fill(digit, 0x30, 0x3a)
for (const first of [0x41, 0x61]) {
  kindOf.fill(letter, first, first + 26)
  kindOf.fill(hexLetter, first, first + 6)
}
const kindAt = (units: Units, at: number) =>
  at < units.length ? (kindOf[units[at] ?? 0] ?? 0) : other

const uuidLength = 36

/** Whether a UUID is there, after its first eight places. */
function isUuid(units: Units, start: number): boolean {
  for (let n = 8; n < uuidLength; n++) {
    const isHyphen = n === 8 || n === 13 || n === 18 || n === 23
    const kind = kindAt(units, start + n)
    if (isHyphen ? units[start + n] !== hyphen : kind !== digit && kind !== hexLetter) return false
  }
  return kindAt(units, start + uuidLength) === other
}

/** Positions of card numbers in a text with plain digits, of at most that many. See decision 018. */
function cardNumbersIn(units: Units, most = Infinity): Span[] {
  const run = new Run(units)
  for (let at = 0; at < units.length && run.found.length < most; at += run.skip(at)) {
    const start = at
    let kinds = 0
    for (let kind = kindAt(units, at); kind !== other; kind = kindAt(units, ++at))
      kinds |= 1 << kind
    const length = at - start
    const isHex = length > 0 && (kinds & (1 << letter)) === 0
    // Ids and hashes are full of digits by chance.
    if (isHex && length === 8 && isUuid(units, start)) {
      run.end()
      at = start + uuidLength
    } else if (isHex && length >= 32 && kinds !== 1 << digit) run.end()
    else if (kinds === 1 << digit) run.add(start, at)
    else if (length > 0) run.addParts(start, at)
  }
  run.end()
  return run.found
}

/** The most groups from one on that are tried: 4-4-4-4 and up to three digits more. */
const mostTried = 5

// Of one run at a time: allocating them would take most of the time for short texts.
const groupStarts = new Int32Array(64)
const groupEnds = new Int32Array(64)
/** The part of Luhn's sum of a usual group before other usual ones, which all have even lengths. */
const groupSums = new Int32Array(64)

/** The groups of digits of a run, separated by a few symbols at most. Of a longer run only the last ones are kept. */
class Run {
  readonly found: Span[] = []
  private readonly units: Units
  private count = 0
  private isLong = false
  private readonly starts = groupStarts
  private readonly ends = groupEnds
  private readonly sums = groupSums

  constructor(units: Units) {
    this.units = units
  }

  add(start: number, end: number): void {
    if (this.count === this.starts.length) this.shorten()
    const n = this.count++
    this.starts[n] = start
    this.ends[n] = end
    if (!isUsual(end - start)) return
    let sum = 0
    for (let at = end - 1, isTwice = false; at >= start; at--, isTwice = !isTwice)
      sum += luhnPart((this.units[at] ?? 0) - 0x30, isTwice)
    this.sums[n] = sum
  }

  /** Adds the digits of a word with letters. */
  addParts(start: number, end: number): void {
    for (let at = start; at < end; at++) {
      const from = at
      while (at < end && kindOf[this.units[at] ?? 0] === digit) at++
      if (at > from) this.add(from, at)
      if (at < end) this.end()
    }
  }

  /** The number of places up to the next word; more than three symbols, or others, end the run. */
  skip(from: number): number {
    const { units } = this
    let at = from
    for (let count = 1; at < units.length && kindOf[units[at] ?? 0] === other; count++) {
      const point = pointAt(units, at)
      at += point > 0xffff ? 2 : 1
      if (this.count > 0 && (count > mostSymbols || !isSymbol(point))) this.end()
    }
    return at - from
  }

  end(): void {
    if (this.count === 0) return
    const digits = this.isLong || this.count > most ? 0 : this.digits(0, this.count)
    const isPossible =
      digits >= fewest && digits <= most && (this.lengthsFrom(0) & (1 << digits)) !== 0
    if (isPossible && this.isCard(0, this.count, digits)) this.found.push(this.span(0, this.count))
    else this.search(this.count)
    this.count = 0
    this.isLong = false
  }

  private shorten(): void {
    this.isLong = true
    const at = this.search(this.count - mostTried)
    for (const kept of [this.starts, this.ends, this.sums]) kept.copyWithin(0, at, this.count)
    this.count -= at
  }

  /** Looks for numbers in a usual spelling that begin before this group, and returns the group to go on with. */
  private search(end: number): number {
    let at = 0
    while (at < end) {
      const size = this.usualFrom(at)
      if (size > 0) this.found.push(this.span(at, size))
      at += size || 1
    }
    return at
  }

  /**
   * The number of groups from `at` in a longer run that are a card number in a usual spelling, 0 if none are: one group, or
   * 4-4-4-4 and other even groups, of which the last may have any length.
   */
  private usualFrom(at: number): number {
    const first = this.length(at)
    const longest = first === 4 ? mostTried : first === 6 || first === 8 ? 4 : 1
    if (longest === 1 && first < fewest) return 0
    const possible = this.lengthsFrom(at)
    if (possible === 0) return 0
    let sum = 0
    for (let size = 1, digits = 0; size <= longest; size++) {
      const last = at + size - 1
      const length = this.length(last)
      digits += length
      if (length === 0 || digits > most) return 0
      const isKnown = isUsual(length)
      if (isKnown) sum += this.sums[last] ?? 0
      const mayPass = (possible & (1 << digits)) !== 0 && (!isKnown || sum % 10 === 0)
      if (mayPass && this.isCard(at, size, digits)) return size
      if (!isKnown) return 0
    }
    return 0
  }

  /** A bit for each length of cards with these first four digits. */
  private lengthsFrom(first: number): number {
    let beginning = 0
    for (let at = this.starts[first] ?? 0, count = 0; count < 4 && at < this.units.length; at++) {
      const unit = this.units[at] ?? 0
      if (kindOf[unit] !== digit) continue
      beginning = beginning * 10 + unit - 0x30
      count++
    }
    return lengths[beginning] ?? 0
  }

  private isCard(first: number, size: number, digits: number): boolean {
    const { start, end } = this.span(first, size)
    // An international phone number has up to fifteen digits.
    if (digits <= 15 && start > 0 && this.units[start - 1] === plus) return false
    if (!passesLuhn(this.units, start, end) || this.isOtherShape(first, size)) return false
    if (this.length(first) > 4) return true
    let written = ''
    for (let at = start; at < end; at++) written += String.fromCharCode(this.units[at] ?? 0)
    return !others.some((other) => other.test(written))
  }

  /** Whether this is a phone number with more around it, ten digits and a ZIP code, or ends with a nine-digit ZIP code. */
  private isOtherShape(first: number, size: number): boolean {
    for (let n = first; n < first + size - 2; n++)
      if (this.length(n) === 3 && this.length(n + 1) === 3 && this.length(n + 2) === 4) return true
    const last = first + size - 1
    if (size === 2 && this.length(first) === 10 && this.length(last) === 5) return true
    const isZip = size > 1 && this.length(last - 1) === 5 && this.length(last) === 4
    const before = this.ends[last - 1] ?? 0
    return isZip && this.starts[last] === before + 1 && this.units[before] === hyphen
  }

  private digits(first: number, size: number): number {
    let digits = 0
    for (let n = first; n < first + size; n++) digits += this.length(n)
    return digits
  }

  /** 0 for a missing group. */
  private length(n: number): number {
    return n < this.count ? (this.ends[n] ?? 0) - (this.starts[n] ?? 0) : 0
  }

  private span(first: number, size: number): Span {
    return { start: this.starts[first] ?? 0, end: this.ends[first + size - 1] ?? 0 }
  }
}

/** The lengths of groups in which numbers are usually written, except for the last one. */
const isUsual = (length: number) => length === 4 || length === 6 || length === 8

/** The most symbols between two groups of one number. */
const mostSymbols = 3
const symbol = 1
const noSymbol = 2
/** The class of each code point seen so far. */
const symbols = new Uint8Array(0x110000)

/** Whether this may stand between two groups: no letter, digit or currency. */
const isSymbol = (point: number): boolean =>
  (symbols[point] ||= /[\p{L}\p{N}\p{Sc}]/u.test(String.fromCodePoint(point))
    ? noSymbol
    : symbol) === symbol

const luhnPart = (digit: number, isTwice: boolean) =>
  isTwice ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit

/** Whether the digits there pass Luhn's check, as those of every card number do, and one in ten others. */
function passesLuhn(units: Units, start: number, end: number): boolean {
  let sum = 0
  let isTwice = false
  for (let at = end - 1; at >= start; at--) {
    const unit = units[at] ?? 0
    if (kindOf[unit] !== digit) continue
    sum += luhnPart(unit - 0x30, isTwice)
    isTwice = !isTwice
  }
  return sum % 10 === 0
}
