import { expect, test } from 'vitest'
import { missingDetails } from './contact-details.ts'

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
