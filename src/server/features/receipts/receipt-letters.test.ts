import { expect, test } from 'vitest'
import { printable } from './receipt-letters.ts'

test.each([
  'Łukasz Żółć',
  'Nguyễn Thị Hồng',
  'Đorđe Šarić',
  'İbrahim Güneş',
  'Ștefan Țîrlea',
  'Владимир Ющенко',
  'Ґалаґан',
  'Ελένη Παπαδοπούλου',
  'Þórður Æsir',
  "O'Brien – “Lee”, $1,234.56",
])('%s is printed as it is', (name) => {
  expect(printable(name)).toBe(name)
  expect(printable(name.normalize('NFD'))).toBe(name.normalize('NFC'))
})

test('an unsupported accent is dropped, other scripts become question marks', () => {
  expect(printable('x\u0302y')).toBe('xy')
  expect(printable('ﬁne Ⅳ')).toBe('fine IV')
  expect(printable('山田 Lee')).toBe('?? Lee')
})
