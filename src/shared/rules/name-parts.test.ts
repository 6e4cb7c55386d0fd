import { expect, test } from 'vitest'
import { nameParts } from './name-parts.ts'

test.each([
  ['Ada Lovelace', { firstName: 'Ada', lastName: 'Lovelace' }],
  ['  Ada  King of Lovelace ', { firstName: 'Ada', lastName: 'King of Lovelace' }],
  ['Ada', { firstName: 'Ada', lastName: '' }],
  ['Lovelace, Ada', { firstName: 'Ada', lastName: 'Lovelace' }],
  ['Harlan, Victor, Jr.', { firstName: 'Victor', lastName: 'Harlan Jr.' }],
  ['Harlan Jr., Victor', { firstName: 'Victor', lastName: 'Harlan Jr.' }],
  ['Victor Harlan, Jr.', { firstName: 'Victor', lastName: 'Harlan Jr.' }],
  ['Victor Harlan III', { firstName: 'Victor', lastName: 'Harlan III' }],
  ['García López, María José', { firstName: 'María José', lastName: 'García López' }],
  ['Harlan,', { firstName: 'Harlan', lastName: '' }],
  ['', { firstName: '', lastName: '' }],
  ['Acme Fleet, LLC', { firstName: 'Acme Fleet, LLC', lastName: '' }],
  ['Acme Fleet L.L.C.', { firstName: 'Acme Fleet L.L.C.', lastName: '' }],
  ['Acme Inc.', { firstName: 'Acme Inc.', lastName: '' }],
  ['Roe & Co.', { firstName: 'Roe & Co.', lastName: '' }],
  ['Tran Co', { firstName: 'Tran', lastName: 'Co' }],
])('%s has the parts %o', (name, parts) => {
  expect(nameParts(name)).toEqual(parts)
})
