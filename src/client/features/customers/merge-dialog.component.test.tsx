import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aCustomer } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import MergeDialog from './merge-dialog.tsx'

const [keep, merge] = ['r.alvarez@example.org', 'ruth.alvarez@example.com'].map((email) =>
  aCustomer({ firstName: 'Ruth', lastName: 'Alvarez', email, phone: '+15125550190' }),
) as [ReturnType<typeof aCustomer>, ReturnType<typeof aCustomer>]
const unproven = { email: false, phone: false }

test('two customers of one name can be told apart, and phone numbers stay on one line', async () => {
  await page.viewport(320, 700)
  const ids = [keep.id, merge.id] as const
  await showPage(<MergeDialog ids={ids} onClose={() => {}} />, {
    answers: {
      'GET /api/admin/customers/{id}/merge': {
        keep,
        merge,
        moves: {
          vehicles: 0,
          visits: 0,
          visitsAhead: 0,
          messages: 0,
          notes: 0,
          cards: 0,
          reviews: 0,
          notifications: 0,
          guestLinks: 0,
        },
        proven: { keep: unproven, merge: unproven },
        matches: [{ fact: 'phone', proven: false }],
        sameCars: [],
      },
    },
  })
  for (const { email } of [keep, merge])
    await expect
      .element(page.getByText(new RegExp(`Ruth Alvarez .${email}.: neither e-mail address`)))
      .toBeVisible()
  const lines = page
    .getByText(/ · 0 visits/)
    .elements()
    .map(linesOfPhone)
  expect(lines).toEqual([1, 1])
})

/** How many lines the phone number in this text takes. */
function linesOfPhone({ firstChild: text }: Element): number {
  const number = /\(\d{3}\).\d{3}-\d{4}/.exec(text?.textContent ?? '')
  if (!text || !number) throw new Error('There is no phone number')
  const range = document.createRange()
  range.setStart(text, number.index)
  range.setEnd(text, number.index + number[0].length)
  return range.getClientRects().length
}
