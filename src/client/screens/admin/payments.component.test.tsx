import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aTechnician, aPayment } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import Payments from './payments.tsx'

const list = 'GET /api/payments'
const summary = 'GET /api/payments/summary'
const luis = aTechnician()
const gone = aTechnician({ firstName: 'Nora', lastName: 'Quist', status: 'deactivated' })
const totals = {
  found: 1,
  captured: '12345.67',
  refunded: '30.00',
  held: '129.99',
  owed: '89.99',
  later: '64.50',
}

const show = (at = '/payments', answers: Answers = {}) =>
  showPage(<Payments />, {
    at,
    answers: {
      [list]: { list: [aPayment()], total: 1 },
      [summary]: totals,
      'GET /api/admin/technicians': ({ query }) => (query.state ? [gone] : [luis]),
      ...answers,
    },
  })
const found = page.getByRole('region', { name: 'Totals of the payments found' })
const clear = page.getByRole('button', { name: 'Clear filters' })

test('the address filters list and totals, and fills the fields', async () => {
  const at = `/payments?status=owed&technicianId=${luis.id}&from=2026-05-01&to=2026-05-31&search=dana`
  const { server } = await show(at)
  await expect.element(page.getByText('1 payment · Due now')).toBeVisible()
  const asked = {
    status: 'owed',
    technicianId: luis.id,
    from: '2026-05-01',
    to: '2026-05-31',
    search: 'dana',
  }
  expect(server.asked(list).at(-1)?.query).toEqual({ ...asked, limit: '100' })
  expect(server.asked(summary).at(-1)?.query).toEqual(asked)
  await expect.element(page.getByLabelText('Status')).toHaveDisplayValue('Due now')
  await expect.element(page.getByLabelText('Technician')).toHaveDisplayValue('Luis Ortega')
  await expect.element(page.getByLabelText('Visit from')).toHaveValue('2026-05-01')
  await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue('2026-05-31')
})

test('the totals of all matches are above the list, and each visit shows its day', async () => {
  await show()
  for (const amount of ['$12,345.67', '$30.00', '$129.99', '$89.99', '$64.50'])
    await expect.element(found.getByText(amount)).toBeVisible()
  await expect.element(page.getByText('Tue, May 5')).toBeVisible()
  await expect.element(clear).not.toBeInTheDocument()
})

test('filters go into the address, including technicians who left, and are cleared together', async () => {
  const { server } = await show('/payments?search=dana')
  await userEvent.selectOptions(page.getByLabelText('Status'), 'Failed')
  await userEvent.selectOptions(page.getByLabelText('Technician'), 'Nora Quist')
  await page.getByLabelText('Visit from').fill('2026-05-02')
  await expect
    .poll(() => server.asked(summary).at(-1)?.query)
    .toEqual({ status: 'failed', technicianId: gone.id, from: '2026-05-02', search: 'dana' })
  expect(location.search).toBe(`?search=dana&status=failed&technicianId=${gone.id}&from=2026-05-02`)
  await clear.click()
  await expect.poll(() => location.search).toBe('?search=dana')
  await expect.element(clear).not.toBeInTheDocument()
})

test('invalid filters are ignored', async () => {
  const { server } = await show(
    '/payments?status=rich&technicianId=x&from=2026-02-30&to=9999-01-01',
  )
  await expect.element(page.getByText('1 payment', { exact: true })).toBeVisible()
  expect(server.asked(summary).at(-1)?.query).toEqual({})
})

test.each([
  ['', 'No payments yet'],
  ['?status=owed', 'Nothing is due'],
  ['?status=disputed', 'Nothing is disputed'],
  ['?status=failed', 'No payments with this status'],
  ['?status=failed&from=2026-05-02', 'No payments match'],
  ['?status=failed&search=zoe', 'No matches for “zoe”'],
])('an empty list with %s shows why: %s', async (query, words) => {
  await show(`/payments${query}`, { [list]: { list: [], total: 0 } })
  await expect.element(page.getByText(words)).toBeVisible()
})

test('totals that failed to load leave the list, and are retried', async () => {
  const { server } = await show('/payments', {
    [summary]: refusal('unavailable', 'Please try again in a moment.'),
  })
  await expect.element(page.getByText('The totals could not be loaded')).toBeVisible()
  await expect.element(page.getByText('FQ-1042')).toBeVisible()
  server.answer({ [summary]: totals })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(found.getByText('$12,345.67')).toBeVisible()
})

test("a phone's card has no line for amounts neither held nor captured", async () => {
  await page.viewport(390, 844)
  const held = aPayment({ customerName: 'Hanna Held', heldAmount: '129.99' })
  await show('/payments', { [list]: { list: [aPayment(), held], total: 2 } })
  await expect.element(page.getByRole('row', { name: /Hanna Held/ })).toBeVisible()
  const shown = (name: RegExp, label: string) =>
    page
      .getByRole('row', { name })
      .getByText(label, { exact: true })
      .elements()
      .filter((element) => element.checkVisibility())
  expect(shown(/Hanna Held/, 'Held')).toHaveLength(1)
  expect(shown(/Dana Reyes/, 'Held')).toEqual([])
  expect(shown(/Dana Reyes/, 'Captured')).toEqual([])
  await page.viewport(1280, 800)
})

test.each([
  [{ due: { amount: '129.99', since: '2026-04-24', days: 12 } }, '$129.99 due for 12 days'],
  [{ due: { amount: '29.99', since: '2026-05-05', days: 1 } }, '$29.99 due for 1 day'],
  [{ due: { amount: '9.99', since: '2026-06-05', days: 0 } }, '$9.99 due on Fri, Jun 5'],
  [{ later: '64.50' }, '$64.50 due later'],
])('a row shows the age of what is due: %j', async (part, words) => {
  await show('/payments', { [list]: { list: [aPayment(part)], total: 1 } })
  await expect.element(page.getByText(words)).toBeVisible()
})

test('the list is sorted by the age of amounts due from its column', async () => {
  await page.viewport(1280, 800)
  const due = (customerName: string, since: string) =>
    aPayment({
      customerName,
      jobId: customerName,
      id: customerName,
      due: { amount: '9.99', since, days: 3 },
    })
  const some = [aPayment(), due('Young', '2026-05-05'), due('Old', '2026-04-24')]
  const { server } = await show('/payments', { [list]: { list: some, total: 3 } })
  const sort = page.getByRole('button', { name: 'Due', exact: true })
  await sort.click()
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/Old/)
  await sort.click()
  await expect.element(page.getByRole('row').nth(1)).toMatchTextContent(/Young/)
  await expect.element(page.getByRole('row').nth(3)).toMatchTextContent(/Dana Reyes/)
  server.answer({ [list]: { list: some, total: 5000, next: 'more' } })
  await page.getByRole('searchbox').fill('o')
  await expect.poll(() => server.asked(list).at(-1)?.query).toMatchObject({ sort: '-due' })
})
