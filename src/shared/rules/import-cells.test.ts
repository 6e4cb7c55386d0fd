import { expect, test } from 'vitest'
import {
  carOf,
  carsOf,
  centsOf,
  dateOf,
  emailsIn,
  groupingOf,
  instantOf,
  isArchived,
  isDayFirst,
  isNoName,
  isYes,
  milesOf,
  phonesIn,
  zipOf,
} from './import-cells.ts'

test.each([
  ['Tuesday, November 3, 2026 02:10 PM GMT-06:00', true],
  ['TOTAL', true],
  ['Total for Ann Lee', true],
  ['—', true],
  ['#N/A', true],
  ['Page 1 of 3', true],
  ['Page Lee', false],
  ['Ann Lee', false],
  ['Total Wine', false],
])('%j is no name: %j', (name, is) => {
  expect(isNoName(name)).toBe(is)
})

test.each([
  ['45200', 45_200],
  ['45,200', 45_200],
  ['45,200 mi', 45_200],
  ['45200.0', 45_200],
  ['0', 0],
  ['12', 12],
  ['about 40k', undefined],
  ['-5', undefined],
  ['4.5', undefined],
])('%j are miles', (written, miles) => {
  expect(milesOf(written)).toBe(miles)
})

test.each([
  ['78701', '78701'],
  ['78701-1234', '78701'],
  ['787011234', '78701'],
  ['78701-', '78701'],
  ['2108', '02108'],
  ['2108-1234', '02108'],
  ['78701.0', '78701'],
  ['78701 1234', '78701'],
  ['7870', '07870'],
  ['787011', undefined],
  ['Austin', undefined],
])('%j is a ZIP code', (written, zip) => {
  expect(zipOf(written)).toBe(zip)
})

test.each([
  ['$1,299.50', 129_950],
  ['89.99', 8999],
  ['89,9', 8990],
  ['89', 8900],
  ['1.299,50', 129_950],
  ['$ 45.00 USD', 4500],
  ['€89,90', 8990],
  ['89,90 $', 8990],
  ['USD 1,299.50', 129_950],
  ['(45.00)', undefined],
  ['-45', undefined],
  ['1,000,000', 100_000_000],
  ['123,456.7', 12_345_670],
  ['129.990', undefined],
  ['89.995', undefined],
  ['1.129', undefined],
  ['1,129', undefined],
  ['1.299,500', undefined],
  ['1,299,50', undefined],
  ['free', undefined],
])('%j is an amount', (written, cents) => {
  expect(centsOf(written)).toBe(cents)
})

test.each([
  ['1,129', ['$1,299.50'], 112_900],
  ['1,129', ['89.99'], 112_900],
  ['1.129', ['1.299,50'], 112_900],
  ['1.129', ['89.99'], undefined],
  ['1.129', ['89.995'], undefined],
  ['1,129', ['89,99', '89.99'], undefined],
])('%j in a column with %j is an amount', (written, others, cents) => {
  expect(centsOf(written, groupingOf(others))).toBe(cents)
})

test.each([
  ['2026-11-04T03:00:00Z', '2026-11-04T03:00:00.000Z'],
  ['2026-11-04 03:00:00.5+01:00', '2026-11-04T02:00:00.500Z'],
  ['2026-11-04T03:00:00', undefined],
  ['2026-11-04', undefined],
  ['2026-13-04T03:00:00Z', undefined],
])('%j is an instant', (written, instant) => {
  expect(instantOf(written)?.toISOString()).toBe(instant)
})

test.each([
  ['Archived', 'true', true],
  ['Archived', 'false', false],
  ['Active Status', 'Not-active', true],
  ['Active Status', 'Active', false],
  ['Active', 'No', true],
  ['Active', 'Yes', false],
  ['Do Not Service', 'Yes', true],
  ['Inactive', 'x', true],
])('%j of %j is no longer a customer: %j', (header, cell, is) => {
  expect(isArchived(header, cell)).toBe(is)
})

test.each([
  ['2026-11-03', '2026-11-03'],
  ['2/9/98', '1998-02-09'],
  ['2/9/26', '2026-02-09'],
  ['2026-11-03T14:00:00Z', '2026-11-03'],
  ['2026/11/3', '2026-11-03'],
  ['11/3/2026', '2026-11-03'],
  ['11/3/26 2:00 PM', '2026-11-03'],
  ['11-03-2026', '2026-11-03'],
  ['Nov 3, 2026', '2026-11-03'],
  ['Tue, November 3rd, 2026', '2026-11-03'],
  ['3-Nov-26', '2026-11-03'],
  ['3 November 2026', '2026-11-03'],
  ['46329', '2026-11-03'],
  ['13/3/2026', undefined],
  ['2/30/2026', undefined],
  ['last spring', undefined],
  ['2026', undefined],
])('%j is the date %j', (written, date) => {
  expect(dateOf(written)).toBe(date)
})

test('a column shows whether the day comes first', () => {
  expect(isDayFirst(['3/11/2026', '25/10/2026'])).toBe(true)
  expect(isDayFirst(['3/11/2026', '10/25/2026'])).toBe(false)
  expect(isDayFirst(['3/11/2026'])).toBe(false)
  expect(dateOf('3/11/2026', true)).toBe('2026-11-03')
})

test.each([
  ['512-555-0142', [['', '512-555-0142']]],
  ['5125550142.0', [['', '5125550142']]],
  [
    'Phone:(512) 555-0101 Mobile:(512) 555-0102 Fax:(512) 555-0103',
    [
      ['Phone', '(512) 555-0101'],
      ['Mobile', '(512) 555-0102'],
    ],
  ],
  [
    '(512) 555-0101, +1 512 555 0102',
    [
      ['', '(512) 555-0101'],
      ['', '+1 512 555 0102'],
    ],
  ],
  [
    '5125550101/5125550102 or 512.555.0103',
    [
      ['', '5125550101'],
      ['', '5125550102'],
      ['', '512.555.0103'],
    ],
  ],
  ['512-555-0142 (cell)', [['', '512-555-0142']]],
])('%j holds these numbers', (cell, numbers) => {
  expect(phonesIn(cell).map(({ label, number }) => [label, number])).toEqual(numbers)
})

test('a cell may hold several e-mails', () => {
  expect(emailsIn('a@b.co, <c@d.co>; e@f.co')).toEqual(['a@b.co', 'c@d.co', 'e@f.co'])
  expect(emailsIn('Ann Lee <a@b.co>; "Fox, Bo" <c@d.co>')).toEqual(['a@b.co', 'c@d.co'])
  expect(emailsIn('a@b.co <c@d.co>')).toEqual(['a@b.co', 'c@d.co'])
})

test.each([
  ['2018 Honda Civic', { year: '2018', make: 'Honda', model: 'Civic' }],
  ['Honda Civic EX (2018)', { year: '2018', make: 'Honda', model: 'Civic EX' }],
  [
    '2020 Land Rover Discovery Sport',
    { year: '2020', make: 'Land Rover', model: 'Discovery Sport' },
  ],
  ['Honda Civic', undefined],
  ['2018 Honda', undefined],
])('%j is a car', (written, car) => {
  expect(carOf(written)).toEqual(car)
})

const civic = { year: '2010', make: 'Honda', model: 'Civic' }
const accord = { year: '2012', make: 'Honda', model: 'Accord' }
test.each([
  ['2010 Honda Civic, 2012 Honda Accord', [civic, accord]],
  ['2010 Honda Civic / 2012 Honda Accord', [civic, accord]],
  ['2010 Honda Civic & Honda Accord 2012', [civic, accord]],
  ['2010 Honda Civic; 2012 Honda Accord', [civic, accord]],
  ['2010 Honda Civic and 2012', [civic, null]],
  ['2012 Chrysler Town & Country', [{ year: '2012', make: 'Chrysler', model: 'Town & Country' }]],
])('%j lists %j', (written, cars) => {
  expect(carsOf(written)).toEqual(cars)
})

test('an answer may be written in several ways', () => {
  expect(['Yes', 'TRUE', 'subscribed', 'sí', 'no', '', 'unsubscribed'].map(isYes)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
