import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsCardNumber, maskCardNumbers } from './card-numbers.ts'

test.each([
  '4111111111111111',
  '4111 1111 1111 1111',
  '4111-1111-1111-1111',
  'my card is 5555 5555 5555 4444, thanks',
  'cnon:4111111111111111',
  '378282246310005',
  '3782 822463 10005',
  '30569309025904',
  '2223003122003222',
  '4222222222222',
  '6011111111111117',
  '3530111333300000',
  '6200000000000005',
  '4111\n1111\n1111\n1111',
  '4111\r\n1111\r\n1111\r\n1111',
  '4111  1111  1111  1111',
  '4111\u00A01111\u00A01111\u00A01111',
  '4111.1111.1111.1111',
  '4111 – 1111 – 1111 – 1111',
  '4111 - 1111 - 1111 - 1111',
  '4111\u20111111\u20111111\u20111111',
  '4111/1111/1111/1111',
  '4111_1111_1111_1111',
  '4111,1111,1111,1111',
  '4111:1111:1111:1111',
  '4111\u200B1111\u200B1111\u200B1111',
  '41 11 11 11 11 11 11 11',
  '411111 1111111111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '４１１１１１１１１１１１１１１１',
  '④①①① 1111 𝟏𝟏𝟏𝟏 ¹¹¹¹',
  '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏',
  'ab345678-4111111111111111',
  'x4111111111111111x',
  '4111111111111111.csv',
  '4111 1111 1111 1111 12/27 123',
  '12/27, 4111 1111 1111 1111',
  '4111111111111111, 512-555-0142',
  '512-555-0142 4111-1111-1111-1111',
  '3782 822463 10005 12/27 1234',
])('%j is one', (text) => {
  expect(holdsCardNumber(text)).toBe(true)
  expect(holdsCardNumber({ a: [{ b: text }] })).toBe(true)
  expect(holdsCardNumber({ [text]: 1 })).toBe(true)
})

// Each that is long enough begins like a card and passes Luhn's check, unless the rule excludes it.
test.each([
  '4111111111111112',
  '41111111111111111111',
  '4111    1111    1111    1111',
  '(512) 555-0142',
  '+15125550142',
  '512-555-0142, 512-555-0199',
  '(305) 555-0144, 33101',
  '305 555 0144 33101',
  '3055550144 33101',
  '555-0144, 78701-1237',
  '4115 78701-1230',
  '+4915123456787',
  '4111 Elm St 78701, 4113 Elm St 78701',
  '1795408688469',
  '1HGCM82633A004352',
  '4T1BF1FK5CU412345',
  '12345678-1234-4123-8123-123456789012',
  'ab345678-123d-4123-8123-12342d789012',
  'cnon:card-nonce-ok',
  'cnon:sim_2599aa28-b673-4727-9720-15279c8c5837',
  '2026-11-23T15:00:00.000Z',
  '2026-11-30 10:00:00.000 – 2026-11-30 11:30:00.000',
  '20261123150000',
  '3/6/2026 10:00 - 11:33',
  '4:00, 4:30, 5:00, 5:30, 6:00',
  '$49.99, $59.99, $79.99, $89.97',
  '49.99, 59.99, 79.99, 89.90',
  'https://maps.google.com/?q=30.267153,-97.743052',
  'FQ-1042, FQ-1043, FQ-1044',
  '1111 1111 1111 1117',
  '',
])('%j is not one', (text) => {
  expect(holdsCardNumber({ text })).toBe(false)
  expect(maskCardNumbers(text)).toBe(text)
})

test('JSON numbers count too', () => {
  expect(holdsCardNumber({ sourceId: 4_111_111_111_111_111 })).toBe(true)
  expect(holdsCardNumber({ amount: 129.99, quantity: 5, none: null })).toBe(false)
})

test.each([
  ['It is 4111 1111 1111 1111, 12/27', 'It is •••• •••• •••• 1111, 12/27'],
  ['4111\n1111\n1111\n1111', '••••\n••••\n••••\n1111'],
  ['４１１１１１１１１１１１１１１１！', '••••••••••••1111!'],
  ['378282246310005 or 5555-5555-5555-4444', '•••••••••••0005 or ••••-••••-••••-4444'],
  ['Call 512-555-0142 １', 'Call 512-555-0142 １'],
])('%j is stored as %j', (text, masked) => {
  expect(maskCardNumbers(text)).toBe(masked)
})

const digit = fc.integer({ min: 0, max: 9 })
const prefixes = [
  ['4', 13],
  ['4', 16],
  ['4', 19],
  ['51', 16],
  ['55', 16],
  ['2221', 16],
  ['2720', 16],
  ['34', 15],
  ['37', 15],
  ['6011', 16],
  ['644', 17],
  ['65', 19],
  ['3528', 16],
  ['3589', 19],
  ['36', 14],
  ['38', 15],
  ['300', 14],
  ['305', 16],
] as const

/** Its last digit makes it valid. */
const cardNumber = fc
  .tuple(fc.constantFrom(...prefixes), fc.array(digit, { minLength: 19, maxLength: 19 }))
  .map(([[prefix, length], more]) => {
    const body = (prefix + more.join('')).slice(0, length - 1)
    const sum = [...body].toReversed().reduce((total, sign, n) => {
      const value = Number(sign) * (n % 2 === 0 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    return body + String((10 - (sum % 10)) % 10)
  })
const separator = fc
  .array(fc.constantFrom(' ', '-', '.', '/', '_', ',', '\n', '\u00A0', '\u2011', '–', ':', '*'), {
    minLength: 1,
    maxLength: 3,
  })
  .map((signs) => signs.join(''))
/** Group lengths the rule takes for something else. */
const isSpelledOtherwise = (groups: readonly string[]) =>
  /(?:^|-)3-3-4(?:-|$)|^10-5$|^[12]-|^3-\d+-[1-3]-\d+$|5-4$/.test(
    groups.map(({ length }) => length).join('-'),
  )

test('a valid number is found in any grouping', () => {
  fc.assert(
    fc.property(
      cardNumber,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), separator), { maxLength: 19 }),
      fc.constantFrom('', 'x', 'card: ', 'Kärtchen ', '\n\n\n\n'),
      fc.constantFrom('', 'x', ', thanks', '.csv', ' or 12'),
      (number, cuts, before, after) => {
        const groups: string[] = []
        const between: string[] = []
        let at = 0
        for (const [length, sign] of cuts) {
          if (at + length >= number.length) break
          groups.push(number.slice(at, at + length))
          between.push(sign)
          at += length
        }
        groups.push(number.slice(at))
        fc.pre(!isSpelledOtherwise(groups))
        const written = groups.map((group, n) => group + (between[n] ?? '')).join('')
        expect(holdsCardNumber(before + written + after)).toBe(true)
        const masked = maskCardNumbers(before + written + after).replace(/[^\d•]/g, '')
        expect(masked.slice(0, number.length)).toBe(
          '•'.repeat(number.length - 4) + number.slice(-4),
        )
      },
    ),
    { numRuns: 2000 },
  )
})

const upTo = (max: number, length = String(max).length, min = 0) =>
  fc.integer({ min, max }).map((number) => String(number).padStart(length, '0'))
const phone = fc
  .tuple(upTo(999, 3, 200), upTo(999, 3, 200), upTo(9999), upTo(4, 1))
  .map(
    ([area, exchange, line, way]) =>
      [
        `(${area}) ${exchange}-${line}`,
        `${area}-${exchange}-${line}`,
        `${area}.${exchange}.${line}`,
        `${area} ${exchange} ${line}`,
        `+1${area}${exchange}${line}`,
      ][Number(way)] ?? '',
  )
const zip = fc
  .tuple(upTo(99_999), fc.option(upTo(9999)))
  .map(([five, four]) => (four === null ? five : `${five}-${four}`))
const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString())
const american = day.map(
  (iso) => `${Number(iso.slice(5, 7))}/${Number(iso.slice(8, 10))}/${iso.slice(0, 4)}`,
)
const times = fc
  .array(
    fc.tuple(fc.integer({ min: 0, max: 23 }), upTo(59)).map((parts) => parts.join(':')),
    { maxLength: 8 },
  )
  .map((all) => all.join(', '))

test.each([
  ['a phone number and a ZIP code', fc.tuple(phone, zip).map((parts) => parts.join(', '))],
  ['two phone numbers', fc.tuple(phone, phone).map((parts) => parts.join(' / '))],
  ['days and times', fc.tuple(day, day).map(([a, b]) => `${a.slice(0, 19)} - ${b}`)],
  ['American days', fc.tuple(american, american).map((parts) => parts.join(' - '))],
  ['a day and its times', fc.tuple(american, times).map((parts) => parts.join(' '))],
  ['times', times],
  ['UUIDs', fc.uuid()],
  ['one-time tokens', fc.uuid().map((id) => `cnon:sim_${id}`)],
  ['hashes', fc.stringMatching(/^[0-9a-f]{64}$/)],
  ['VINs', fc.stringMatching(/^[1-5][A-HJ-NPR-Z]{2}[A-HJ-NPR-Z0-9]{8}\d{6}$/)],
  [
    'visits',
    fc.array(upTo(9999), { maxLength: 6 }).map((all) => all.map((n) => `FQ-${n}`).join(', ')),
  ],
])('%s are not card numbers', (_, text) => {
  fc.assert(
    fc.property(text, (one) => {
      expect(holdsCardNumber(one)).toBe(false)
    }),
    { numRuns: 2000 },
  )
})

/** The rule written plainly, with regular expressions over the whole text. */
function holdsPlainly(text: string): boolean {
  const searched = [...text]
    .map((sign) => (/\p{N}/u.test(sign) ? sign.normalize('NFKC') : sign))
    .join('')
    .replace(
      /(?<![a-z\d])(?:[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|(?=\d*[a-f])[\da-f]{32,})(?![a-z\d])/gi,
      (id) => 'x'.repeat(id.length),
    )
  const isCard = (start: number, end: number) => {
    const written = searched.slice(start, end)
    const digits = written.replace(/\D/g, '')
    const sum = [...digits].toReversed().reduce((total, sign, n) => {
      const value = Number(sign) * (n % 2 === 0 ? 1 : 2)
      return total + (value > 9 ? value - 9 : value)
    }, 0)
    const isKind =
      /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d|62\d\d)\d{12,15}|35(?:2[89]|[3-8]\d)\d{12,15}|3(?:[68]\d|0[0-5])\d{11,13})$/
    const isOther = [
      /(?<!\d)\d{5}-\d{4}$/,
      /^(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)?\d\d(?!\d)/,
      /^(?:[01]?\d|2[0-3]):[0-5]\d(?!\d)/,
      /^\d{1,4}\.\d\d(?:[^\d.]{1,3}\d{1,4}\.\d\d)+$/,
      /^\d{1,3}\.\d{3,}[^\d.]{1,3}\d{1,3}\.\d{3,}$/,
      /(?<!\d)\d{3}\D+\d{3}\D+\d{4}(?!\d)/,
      /^\d{10}\D+\d{5}$/,
    ].some((other) => other.test(written))
    const isPhone = digits.length <= 15 && searched[start - 1] === '+'
    return isKind.test(digits) && sum % 10 === 0 && !isOther && !isPhone
  }
  const run = /\d+(?:[^\p{L}\p{N}\p{Sc}]{1,3}\d+)*/gu
  return [...searched.matchAll(run)].some(({ 0: all, index }) => {
    const groups = [...all.matchAll(/\d+/g)].map((group) => ({
      start: index + group.index,
      end: index + group.index + group[0].length,
    }))
    const [first, last] = [groups[0], groups.at(-1)]
    if (groups.length <= 19 && first && last && isCard(first.start, last.end)) return true
    const lengths = groups.map(({ start, end }) => end - start)
    return groups.some(({ start }, at) =>
      groups
        .slice(at)
        .some(
          ({ end }, more) =>
            (more === 0 || /^(?:[468],)+$/.test(`${lengths.slice(at, at + more).join()},`)) &&
            isCard(start, end),
        ),
    )
  })
}

const spellings = [
  '4111|1111|4|41|411111|11111111|4111111111111111|4222222222222|378282246310005|3055550144|33101',
  '512|555|0142|78701-1230|4444| | |-| - |   |    |.|/|:|+|\n|_|$|a|x|é|😀|½|⑩|４|𝟒|５５５５|٣|\ud83d',
  '4:00|12/27|49.99|30.267153|deadbeef|12345678-1234-4123-8123-123456789012|0123456789abcdef',
]
const parts = fc.constantFrom(...spellings.join('|').split('|'), '0123456789abcdef'.repeat(2))

test.each([12, 90])(
  'up to %d parts of anything are judged as by the rule written plainly',
  (most) => {
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: most, size: 'max' }).map((some) => some.join('')),
        (text) => {
          expect(holdsCardNumber(text)).toBe(holdsPlainly(text))
          expect(maskCardNumbers(text).includes('•')).toBe(holdsPlainly(text.normalize('NFKC')))
        },
      ),
      { numRuns: 3000 },
    )
  },
)
