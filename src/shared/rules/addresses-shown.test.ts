import { expect, test } from 'vitest'
import { cityAndZip } from './addresses-shown.ts'

test.each([
  ['12 Elm Street, Austin, TX 78701', 'Austin, TX 78701'],
  ['12 Elm Street, Apt 4, San Marcos, TX 78666-1234', 'San Marcos, TX 78666'],
  ['12 Elm Street Austin, TX 78701', 'TX 78701'],
  ['12 Elm Street, Suite 5 Austin, TX 78701', 'TX 78701'],
  ['12345 Elm Street, 78701', '78701'],
  ['12345 Elm Street', ''],
  ['', ''],
])('%j is shown as %j', (address, shown) => {
  expect(cityAndZip(address)).toBe(shown)
})
