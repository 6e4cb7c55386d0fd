import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import Contact from './contact.tsx'

test.each([
  ['+15123630199', '(512) 363-0199'],
  ['+442079460018', '+442079460018'],
  ['', ''],
])('the number %j of who writes is filled in as %j', async (phone, shown) => {
  await showPage(<Contact />, { person: aPerson({ phone }) })
  await expect.element(page.getByLabelText(/^Phone/)).toHaveValue(shown)
})
