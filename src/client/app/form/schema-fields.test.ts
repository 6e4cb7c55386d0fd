import { expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { optionalText, phone, required } from '#shared/contract/fields.ts'
import { blankOf, fieldFacts, withBlanks, parseNumber } from './schema-fields.ts'

const schema = z.strictObject({
  name: required('Needed', 80),
  phone: z.optional(phone),
  vin: z.optional(z.string().check(z.length(17))),
  note: z.nullish(optionalText(500)),
  remark: optionalText(60),
  miles: z.number(),
  car: z.strictObject({ plate: required('Needed', 12) }),
})

it('reads lengths and required fields from the schema, also in nested objects', () => {
  expect(fieldFacts(schema, 'name')).toMatchObject({ optional: false, maxLength: 80 })
  expect(fieldFacts(schema, 'phone')).toMatchObject({ optional: true, maxLength: 40 })
  expect(fieldFacts(schema, 'vin').maxLength).toBe(17)
  expect(fieldFacts(schema, 'note')).toMatchObject({ optional: true, maxLength: 500 })
  expect(fieldFacts(schema, 'remark')).toMatchObject({ nullable: false, maxLength: 60 })
  expect(fieldFacts(schema, 'miles').maxLength).toBeUndefined()
  expect(fieldFacts(schema, 'car.plate').maxLength).toBe(12)
})

it.each([
  ['name', undefined, ''],
  // Blank, it removes an earlier value; without one, it is omitted.
  ['phone', '555', ''],
  ['phone', undefined, undefined],
  // A blank VIN is no VIN.
  ['vin', '4T1BF1FK6CU012345', undefined],
  ['note', null, null],
  ['remark', undefined, undefined],
  ['remark', 'Gate', ''],
  ['miles', 5, undefined],
] as const)('an empty %s, before it %s, is %s', (name, before, blank) => {
  expect(blankOf(fieldFacts(schema, name), before)).toBe(blank)
})

it('has an entry for every field', () => {
  expect(withBlanks(schema, { miles: 5 })).toEqual({ name: '', miles: 5 })
})

test.each([
  ['45200', 45_200],
  ['45,200', 45_200],
  ['45 200', 45_200],
  ['12.5', 12.5],
  ['-3', -3],
])('%s is a number', (typed, number) => {
  expect(parseNumber(typed)).toBe(number)
})

test.each(['1e5', '0x10', 'Infinity', '4.5.2', 'many'])('%s is not one', (typed) => {
  expect(parseNumber(typed)).toBeNaN()
})
