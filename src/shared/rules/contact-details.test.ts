import { expect, test } from 'vitest'
import { missingDetails, nameParts } from './contact-details.ts'

test.each([
  [{ name: 'Ada Lovelace', phone: '+15125550142' }, []],
  [{ name: 'Ada', phone: '(512) 555-0142' }, []],
  [{ name: ' ', phone: '+15125550142' }, ['name']],
  [{ name: 'Ada', phone: '' }, ['phone']],
  // Stored before phone numbers were validated.
  [{ name: 'Ada', phone: '12' }, ['phone']],
  [{ name: '', phone: '' }, ['name', 'phone']],
] as const)('%o lacks: %o', (person, missing) => {
  expect(missingDetails(person)).toEqual(missing)
})

test.each([
  ['Ada Lovelace', { firstName: 'Ada', lastName: 'Lovelace' }],
  ['  Ada  King of Lovelace ', { firstName: 'Ada', lastName: 'King of Lovelace' }],
  ['Ada', { firstName: 'Ada', lastName: '' }],
])('%s has the parts %o', (name, parts) => {
  expect(nameParts(name)).toEqual(parts)
})
