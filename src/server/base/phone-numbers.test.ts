import { expect, test } from 'vitest'
import { readPhone, shownPhone } from './phone-numbers.ts'

test.each([
  ['(512) 555-0142', '+15125550142'],
  ['512.555.0142', '+15125550142'],
  [' 5125550142 ', '+15125550142'],
  ['1 512 555 0142', '+15125550142'],
  ['+1 (512) 555-0142', '+15125550142'],
  // Fictional numbers, used in films and by the demo.
  ['(555) 010-0142', '+15550100142'],
  ['+44 20 7946 0018', '+442079460018'],
  ['+44 (0)20 7946 0018', '+442079460018'],
  ['011 44 20 7946 0018', '+442079460018'],
  ['+299 12 34 56', '+299123456'],
  ['+49 30 12345678901', '+493012345678901'],
])('%s is read as %s', async (written, read) => {
  expect(await readPhone(written)).toBe(read)
})

test.each([
  '',
  '12',
  '911',
  '555-0142',
  '512 555 014',
  '512 555 01422',
  '1 512 555 014',
  '(123) 456-7890',
  '000 000 0000',
  '44 20 7946 0018',
  '+4412345678901234',
  '+1234567',
  '(512) 555-0142 x12',
  '512-555-CARS',
  'call 512 555 0142',
])('%s is not a number', async (written) => {
  expect(await readPhone(written)).toBeUndefined()
})

test.each([
  ['+15125550142', '(512) 555-0142'],
  ['+442079460018', '+44 20 7946 0018'],
  // Stored before numbers were normalized.
  ['555-0142 ask for Ada', '555-0142 ask for Ada'],
  ['', ''],
])('%s is shown as %s', async (stored, shown) => {
  expect(await shownPhone(stored)).toBe(shown)
})
