import { expect, test } from 'vitest'
import {
  dialedNumber,
  isForeignPhone,
  looksLikePhone,
  nationalPhone,
  searchedDigits,
} from './phone-numbers.ts'

test.each([
  ['(512) 555-0142', '+15125550142'],
  ['512.555.0142', '+15125550142'],
  [' 5125550142 ', '+15125550142'],
  ['1 512 555 0142', '+15125550142'],
  ['+1 (512) 555-0142', '+15125550142'],
  ['(+1) 512 555 0142', '+15125550142'],
  ['512\u2011555\u20110142', '+15125550142'],
  ['512–555–0142', '+15125550142'],
  ['\u202A+1\u00A0(512)\u00A0555\u20120142\u202C', '+15125550142'],
  ['512\uFE0F555\u200B0142\uFEFF', '+15125550142'],
  ['512\u2028555\u20290142', '+15125550142'],
  ['512\u200A555\n0142', '+15125550142'],
  ['tel:+1-512-555-0142', '+15125550142'],
  ['512·555·0142', '+15125550142'],
  ['（５１２）５５５−０１４２', '+15125550142'],
  ['(512)555-0142;', '+15125550142'],
  ['٥١٢-٥٥٥-٠١٤٢', '+15125550142'],
  ['+۱ ۵۱۲ ۵۵۵ ۰۱۴۲', '+15125550142'],
  ['0044 20 7946 0018', '+442079460018'],
  ['011 44 20 7946 0018', '+442079460018'],
  ['+44 20 7946 0018', '+442079460018'],
  ['+299 12 34 56', '+299123456'],
  ['+49 30 12345678901', '+493012345678901'],
])('%s is dialed as %s', (written, dialed) => {
  expect(dialedNumber(written)).toBe(dialed)
})

test.each([
  '',
  '555-0142',
  '512 555 014',
  '512 555 01422',
  '1 512 555 014',
  '+1 512 555 01423',
  '+1234567',
  '+2345678',
  '+4412345678901234',
  '+0 20 7946 0018',
  '(512) 555-0142 x12',
  '512-555-CARS',
  '44+20 7946 0018',
])('%s cannot be dialed', (written) => {
  expect(dialedNumber(written)).toBe(undefined)
})

test.each(['(512) 555-0142', '+44 20 7946 0018', '555-0142'])('%s may be a number', (written) => {
  expect(looksLikePhone(written)).toBe(true)
})

test.each(['', '12', '911', 'call me', '(512) 555-0142 x12', '1'.repeat(18)])(
  '%s cannot be one',
  (written) => {
    expect(looksLikePhone(written)).toBe(false)
  },
)

test.each([
  ['+15125550142', '(512) 555-0142', false],
  ['+442079460018', '+442079460018', true],
  ['555-0142 x2', '555-0142 x2', false],
  ['', '', false],
])('%s is shown as %s; from abroad: %s', (stored, shown, foreign) => {
  expect(nationalPhone(stored)).toBe(shown)
  expect(isForeignPhone(stored)).toBe(foreign)
})

test.each([
  ['(512) 555-0142', '5125550142'],
  ['+1 512', '1512'],
  ['0142', '0142'],
  ['020 7946 0018', '2079460018'],
  ['011 44 20 7946 0018', '442079460018'],
  ['Ada', ''],
])('%s is searched as %s', (written, digits) => {
  expect(searchedDigits(written)).toBe(digits)
})
