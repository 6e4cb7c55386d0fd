import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshThings } from '#client/app/queries.ts'
import { aHistoryEntry, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import { HistoryCard } from './history-card.tsx'

const route = 'GET /api/jobs/{id}/history'
const show = (answer: Answers[typeof route]) =>
  showPage(<HistoryCard jobId={newId()} />, {
    person: aPerson({ role: 'admin' }),
    answers: { [route]: answer },
  })
const entries = () => page.getByRole('listitem')
const eight = [8, 7, 6, 5, 4, 3, 2, 1].map((n) => aHistoryEntry({ title: `Step ${n}` }))
const pages: Answers[typeof route] = ({ query }) => {
  const from = Number(query['cursor'] ?? 0)
  const to = from + Math.min(Number(query['limit']), 6)
  const next = to < eight.length ? { next: String(to) } : {}
  return { list: eight.slice(from, to), total: eight.length, ...next }
}

test('the latest five are shown, and all on request', async () => {
  const { server } = await show(pages)
  await expect.poll(() => entries().elements().length).toBe(5)
  await expect.element(entries().first()).toMatchTextContent(/^Step 8/)
  const toggle = page.getByRole('button', { name: 'Show all 8' })
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  await expect.poll(() => entries().elements().length).toBe(6)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.element(entries().last()).toMatchTextContent(/^Step 1/)
  await page.getByRole('button', { name: 'Show the latest only' }).click()
  await expect.poll(() => entries().elements().length).toBe(5)
  expect(server.asked(route)[0]?.query).toEqual({ sort: '-at', limit: '5' })
})

test('an entry shows the field, its old and new value, author and time', async () => {
  const corrected = aHistoryEntry({
    title: 'Extra corrected',
    before: { description: 'New battery', amount: '150.00', approval: 'waiting' },
    after: { description: 'Bulb', amount: '15.00', approval: null },
    receivedAt: '2026-05-06T17:00:00.000Z',
  })
  const cancelled = aHistoryEntry({
    title: 'Visit cancelled',
    comment: 'Sold the car',
    by: { role: 'guest', name: 'Gail Guest' },
    receivedAt: '2026-05-06T15:00:40.000Z',
  })
  const refunded = aHistoryEntry({
    title: 'Refunded',
    amount: '20.00',
    lines: ['Reason: Customer Complaint'],
    by: { role: 'server', name: '' },
  })
  await show([corrected, cancelled, refunded])
  await expect
    .element(entries().nth(0))
    .toMatchTextContent(
      /Before: New battery · \$150\.00 · Waiting for the customer.*Now: Bulb · \$15\.00.*Luis Ortega, Technician ?Wed, May 6, 10:00 AM, received Wed, May 6, 12:00 PM/,
    )
  await expect
    .element(entries().nth(1))
    .toMatchTextContent(/Sold the car.*Gail Guest, Guest ?Wed, May 6, 10:00 AM$/)
  await expect
    .element(entries().nth(2))
    .toMatchTextContent(/Refunded · \$20\.00.*Reason: Customer Complaint.*Fivequart ?Wed/)
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('an empty history, and a failed load, are reported', async () => {
  const { server } = await show(refusal('unavailable', 'Please try again.'))
  await expect.element(page.getByText('The history could not be loaded')).toBeVisible()
  server.answer({ [route]: [] })
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByText('Nothing has happened to this visit yet.')).toBeVisible()
})

test('new entries appear without a reload', async () => {
  const { server } = await show([])
  await expect.element(page.getByText('Nothing has happened to this visit yet.')).toBeVisible()
  server.answer({ [route]: [aHistoryEntry()] })
  refreshThings(['extras'])
  await expect.element(page.getByText('Service started')).toBeVisible()
})
