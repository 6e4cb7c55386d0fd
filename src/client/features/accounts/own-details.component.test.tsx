import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { OwnDetails } from './own-details.tsx'

const nameless = { firstName: '', lastName: '' }

test.each([
  ['customer', { ...nameless, phone: '' }, /so the technician can find and call you/],
  [
    'technician',
    { ...nameless, phone: '' },
    /customers read your name on their visit, and the office/,
  ],
  ['technician', nameless, /customers read it on their visit/],
  ['technician', { phone: '' }, /the office may have to call you/],
  ['admin', { ...nameless, phone: '' }, /^Please add your name\.$/],
  ['admin', { phone: '12' }, /^Please correct your phone number/],
] as const)('a %s with %j is asked for the missing details', async (role, part, words) => {
  await showPage(<OwnDetails user={aPerson({ role, ...part })} onEdit={() => {}} />)
  await expect.element(page.getByText(words)).toBeVisible()
})

test('an admin needs no phone number', async () => {
  await showPage(<OwnDetails user={aPerson({ role: 'admin', phone: '' })} onEdit={() => {}} />)
  await expect.element(page.getByText('Not given')).toBeVisible()
  await expect.element(page.getByText(/^Please/)).not.toBeInTheDocument()
})
