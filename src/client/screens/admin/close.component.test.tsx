import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aClose, aDifference, compared } from '#client/testing/test-close.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { DailyClose } from '#shared/contract/daily-close.ts'
import Close from './close.tsx'

const read = 'GET /api/admin/close'
const compare = 'POST /api/admin/close/compare'
const at = '/admin/close?date=2026-05-04'

const show = (close: Partial<DailyClose> = {}, answers: Answers = {}) =>
  showPage(<Close />, { at, answers: { [read]: aClose(close), ...answers } })
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('a day on which both sides agree is shown as such, with its money by technician and account', async () => {
  const { server } = await show()
  await expect.element(page.getByText('Monday, May 4, 2026')).toBeVisible()
  const money = page.getByRole('region', { name: 'Money of the day' })
  for (const amount of ['$259.98', '$20.00', '$239.98', '$89.99'])
    await expect.element(money.getByText(amount)).toBeVisible()
  // Empty lines are left out.
  await expect.element(money.getByText('Tips')).not.toBeInTheDocument()
  await expect.element(page.getByText('Both match.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Luis Ortega' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Card money' })).toBeVisible()
  expect(server.asked(compare)).toEqual([])
})

test('a day never compared is compared when opened, part by part', async () => {
  let parts = 0
  const { server } = await show(
    { compared: null },
    {
      [compare]: ({ body }) => {
        parts++
        if (body.cursor) server.answer({ [read]: aClose() })
        return body.cursor ? { read: 731, next: null } : { read: 500, next: 'more' }
      },
    },
  )
  await expect.element(page.getByText('Both match.')).toBeVisible()
  expect(parts).toBe(2)
  expect(server.asked(compare).map(({ body }) => body)).toEqual([
    { date: '2026-05-04' },
    { date: '2026-05-04', cursor: 'more' },
  ])
})

test('with an unreachable card network the figures stay, with a message and retries', async () => {
  const { server } = await show(
    { compared: null },
    { [compare]: refusal('unavailable', 'The card network cannot be reached.') },
  )
  await expect.element(page.getByText('The comparison could not be made')).toBeVisible()
  await expect.element(page.getByText(/The figures above are from the ledger/)).toBeVisible()
  await expect.element(page.getByText('$239.98').first()).toBeVisible()
  server.answer({ [compare]: { read: 3, next: null }, [read]: aClose() })
  await button('Try again').click()
  await expect.element(page.getByText('Both match.')).toBeVisible()
})

test('a refund made in the dashboard is booked with one press', async () => {
  const { server } = await show(
    { compared: compared([aDifference()]) },
    { 'POST /api/admin/close/record': aClose() },
  )
  await expect.element(page.getByText('1 difference is not explained yet')).toBeVisible()
  await expect.element(page.getByText('Ledger $0.00, card network -$20.00')).toBeVisible()
  server.answer({ [read]: aClose() })
  await button('Book here, FQ-1042').click()
  await expect.element(page.getByText('Both match.', { exact: true })).toBeVisible()
  expect(server.asked('POST /api/admin/close/record')[0]?.body).toEqual({
    date: '2026-05-04',
    id: 'sim_ref_1',
    here: '0.00',
    there: '-20.00',
  })
})

test('foreign entries are explained with a note; self-explanatory ones have no button', async () => {
  const foreign = aDifference({
    kind: 'unknown_payment',
    there: '50.00',
    jobId: null,
    jobNumber: null,
    reference: 'Terminal 4',
    mayRecord: false,
  })
  const late = aDifference({ id: 'late', kind: 'other_day', explainsItself: true })
  const { server } = await show(
    { compared: compared([foreign, late]) },
    { 'POST /api/admin/close/explain': aClose() },
  )
  await expect.element(page.getByText('Nothing to do')).toBeVisible()
  await expect.element(button(/Book here/)).not.toBeInTheDocument()
  await button('Explain, Terminal 4').click()
  const dialog = page.getByRole('dialog', { name: 'Explain the difference' })
  await dialog.getByRole('button', { name: 'Explain' }).click()
  await expect.element(dialog.getByText('Please enter what it is')).toBeVisible()
  await dialog.getByLabelText('What it is').fill('Sold at the counter')
  await dialog.getByRole('button', { name: 'Explain' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(server.asked('POST /api/admin/close/explain')[0]?.body).toMatchObject({
    id: 'sim_ref_1',
    note: 'Sold at the counter',
  })
})

test('a day that changed after its sign-off shows the old and new figures', async () => {
  const { total } = aClose()
  const signOff = {
    id: 'first',
    by: 'Pat Lee',
    at: '2026-05-05T01:00:00.000Z',
    figures: { ...total, net: '129.99' },
    entries: 2,
    openDifferences: 1,
    countedCash: null,
    drawer: null,
  }
  const { server } = await show(
    { signOffs: [signOff], changed: true },
    { 'POST /api/admin/close': aClose() },
  )
  await expect
    .element(page.getByText('Then 2 entries and $129.99, now 3 entries and $239.98.'))
    .toBeVisible()
  await expect.element(page.getByText('1 difference not explained', { exact: false })).toBeVisible()
  await button('Sign off again').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign off' }).click()
  await expect
    .poll(() => server.asked('POST /api/admin/close')[0]?.body)
    .toEqual({
      date: '2026-05-04',
      entries: 3,
    })
})

test('the drawer begins with the last count, and the difference is named', async () => {
  const { server } = await show(
    {
      drawer: {
        opening: { amount: '150.00', day: '2026-05-02' },
        received: '40.00',
        expected: '190.00',
      },
    },
    { 'POST /api/admin/close': aClose() },
  )
  const words =
    /\$150\.00 was left in it on .*, \$40\.00 was received since: \$190\.00 should be in it/
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(button('Export cash counts')).toBeVisible()
  await button('Sign off the day').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/^Cash in the drawer, counted/).fill('185')
  await expect.element(dialog.getByText(/\$5\.00 missing from the drawer\./)).toBeVisible()
  await dialog.getByLabelText(/^Taken out, for example to the bank/).fill('85')
  await expect
    .element(dialog.getByText('$100.00 stays in the drawer for the next day.'))
    .toBeVisible()
  await dialog.getByRole('button', { name: 'Sign off' }).click()
  await expect
    .poll(() => server.asked('POST /api/admin/close')[0]?.body)
    .toMatchObject({ countedCash: '185', takenCash: '85' })
})

test('a first count has no difference; a business without cash sees no drawer', async () => {
  const cash = { ...aClose().total, cash: '60.00' }
  await show({
    total: cash,
    drawer: { opening: null, received: '60.00', expected: null },
    signOffs: [],
  })
  await expect.element(page.getByText(/Cash drawer/)).not.toBeInTheDocument()
  await button('Sign off the day').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabelText(/^Cash in the drawer, counted/).fill('160')
  await expect.element(dialog.getByText(/the next count starts from this one/)).toBeVisible()
  await expect.element(dialog.getByText(/The first count\./)).toBeVisible()
  await expect.element(dialog.getByText(/too much/)).not.toBeInTheDocument()
})

test('signing off warns of open differences, unfinished visits and unresolved events', async () => {
  await show({
    state: 'running',
    unfinished: 2,
    compared: compared([aDifference()]),
    problems: [
      {
        id: 'p1',
        jobId: 'j1',
        jobNumber: 'FQ-1042',
        text: '$20.00 was refunded in the card dashboard',
        stuckAmount: null,
        at: '2026-05-04T15:00:00Z',
        resolved: null,
      },
    ],
  })
  await button('Sign off the day').click()
  const dialog = page.getByRole('dialog')
  for (const warning of [
    'The day is not over: later entries show as changes.',
    '2 visits are in progress or not finished.',
    '1 difference is not explained.',
    '1 unexpected event is not resolved.',
  ])
    await expect.element(dialog.getByText(warning)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Sign off anyway' })).toBeVisible()
})

test('a day in progress with 25 hours shows both; without cards there is nothing to compare', async () => {
  await show({ state: 'running', hours: 25, takesCards: false, compared: null })
  await expect
    .element(
      page.getByText(/This day is not over.*The clocks changed on this day: it has 25 hours/),
    )
    .toBeVisible()
  await expect
    .element(page.getByText('No card provider is connected, so there is no list to compare with.'))
    .toBeVisible()
})

test('the previous and next day are one press away', async () => {
  const { server } = await show()
  await button('Previous day').click()
  await expect.poll(() => server.asked(read).at(-1)?.query).toEqual({ date: '2026-05-03' })
  expect(location.search).toBe('?date=2026-05-03')
})

test('figures booked since the comparison do not count as matching', async () => {
  const sides = { here: { captured: '389.97', refunded: '20.00' }, outdated: 'booked' as const }
  const again = 'Booked since the comparison: compare again.'
  const late = aDifference({ kind: 'other_day', explainsItself: true })
  const { server } = await show(
    { compared: compared([], sides) },
    { [compare]: { read: 3, next: null } },
  )
  await expect.element(page.getByText(again)).toBeVisible()
  await expect.element(page.getByText('Both match.')).not.toBeInTheDocument()
  await button('Sign off the day').click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/new entries since it was compared/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  server.answer({ [read]: aClose({ compared: compared([late], sides) }) })
  await button('Compare again').click()
  await expect.element(page.getByText('Nothing to do')).toBeVisible()
  await expect.element(page.getByText(again)).toBeVisible()
  await expect.element(page.getByText('Every difference is explained.')).not.toBeInTheDocument()
  server.answer({ [read]: aClose() })
  await button('Compare again').click()
  await expect.element(page.getByText('Both match.')).toBeVisible()
  await expect.element(page.getByText(again)).not.toBeInTheDocument()
})

test('there is no day before the start of the ledger', async () => {
  const { server } = await show({ first: '2026-05-04' }, { [compare]: { read: 3, next: null } })
  await expect
    .element(page.getByLabelText('Day', { exact: true }))
    .toHaveAttribute('min', '2026-05-04')
  await expect.element(button('Previous day')).toHaveAttribute('aria-disabled', 'true')
  server.answer({ [read]: aClose({ first: '2026-05-05' }) })
  await button('Compare again').click()
  await expect.element(page.getByText(/The ledger begins after this day/)).toBeVisible()
  await expect.element(button('Sign off the day')).not.toBeInTheDocument()
})

test('handled items show who and how, settled ones since when, and neither is pending', async () => {
  const problem = {
    jobId: 'j1',
    jobNumber: 'FQ-1042',
    stuckAmount: null,
    at: '2026-05-04T15:00:00Z',
  }
  const at = '2026-05-04T16:00:00Z'
  await show({
    problems: [
      {
        ...problem,
        id: 'p1',
        text: '$20.00 was refunded in the card dashboard',
        resolved: { by: 'Ada Lane', at, note: 'We called the customer', outcome: 'noted' },
      },
      {
        ...problem,
        id: 'p2',
        text: '$129.99 is disputed. Answer it in the card provider’s dashboard',
        resolved: { by: '', at, note: '', outcome: 'noted' },
      },
    ],
  })
  await expect.element(page.getByText(/^“We called the customer” Ada Lane, /)).toBeVisible()
  await expect.element(page.getByText(/^Settled since /)).toBeVisible()
  await expect.element(page.getByText('“”')).not.toBeInTheDocument()
  await expect.element(button(/^Resolve/)).not.toBeInTheDocument()
})
