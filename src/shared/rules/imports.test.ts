import { expect, test } from 'vitest'
import { columnLetter, importColumns, importFieldOf, milesOf, splitName, zipOf } from './imports.ts'

test.each([
  ['First name', 'firstName'],
  ['FIRST_NAME', 'firstName'],
  ['firstName', 'firstName'],
  [' Last  Name ', 'lastName'],
  ['E-Mail', 'email'],
  ['Email Address', 'email'],
  ['Phone #', 'phone'],
  ['Cell', 'phone'],
  ['ZIP Code', 'zip'],
  ['zip', 'zip'],
  ['Street Address', 'street'],
  ['Model Year', 'year'],
  ['Make', 'make'],
  ['Model', 'model'],
  ['License Plate', 'licensePlate'],
  ['Plate', 'licensePlate'],
  ['VIN #', 'vin'],
  ['Odometer', 'mileage'],
  ['Customer', 'fullName'],
  ['Favorite color', undefined],
  ['', undefined],
])('a column called %j holds %s', (header, field) => {
  expect(importFieldOf(header)).toBe(field)
})

test('no name stands for two columns', () => {
  for (const { field, label, also } of importColumns)
    for (const name of [label, ...also]) expect([name, importFieldOf(name)]).toEqual([name, field])
})

test.each([
  ['Olivia Bennett', { firstName: 'Olivia', lastName: 'Bennett' }],
  ['Bennett, Olivia', { firstName: 'Olivia', lastName: 'Bennett' }],
  ['Mary Ann  Smith', { firstName: 'Mary Ann', lastName: 'Smith' }],
  ['Cher', { firstName: '', lastName: 'Cher' }],
])('%j is split into first and last name', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
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
  ['2108', '02108'],
  ['7870', '07870'],
  ['787011', undefined],
  ['Austin', undefined],
])('%j is a ZIP code', (written, zip) => {
  expect(zipOf(written)).toBe(zip)
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [702, 'AAA'],
])('the column %i is %s', (n, letter) => {
  expect(columnLetter(n)).toBe(letter)
})
