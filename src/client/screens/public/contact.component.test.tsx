import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import Contact from './contact.tsx'

const visitId = newId()

test.each([
  ['+15123630199', '(512) 363-0199'],
  ['+442079460018', '+442079460018'],
  ['', ''],
])("the sender's number %j is filled in as %j", async (phone, shown) => {
  await showPage(<Contact />, { person: aPerson({ phone }) })
  await expect.element(page.getByLabelText(/^Phone/)).toHaveValue(shown)
})

test.each([
  ['a customer', aPerson(), 'Visit FQ-1042', visitId],
  ['an admin', aPerson({ role: 'admin' }), '', undefined],
  ['a visitor', null, '', undefined],
])('%s coming from a visit can only refer to their own', async (_, person, subject, id) => {
  await showPage(<Contact />, { at: `/contact?visit=${visitId}&about=FQ-1042`, person })
  await expect.element(page.getByLabelText('Subject')).toHaveValue(subject)
  const hidden = document.querySelector<HTMLInputElement>('input[name=jobId]')
  expect(hidden?.value).toBe(id)
})
