import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob, aPerson, aTechnician, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { Stats } from '#shared/contract/admin.ts'
import type { AttentionGroup, AttentionVisit } from '#shared/contract/attention.ts'
import { addDays, dateRange, startOfWeek } from '#shared/rules/calendar.ts'
import { formatDays } from '#shared/texts/format.ts'
import AdminHome from './home.tsx'

const { today } = aBusiness()
const stats: Stats = {
  todayJobs: 3,
  todayRevenue: '129.99',
  activeTechs: 2,
  avgRating: 4.9,
  reviewCount: 68,
  compared: { date: addDays(today, -1), jobs: 0, revenue: '0.00' },
  weekRevenue: { value: '400.00', previous: '0.00' },
  monthRevenue: { value: '12345.67', previous: '9876.54' },
  pendingRevenue: '222.00',
  pendingParts: { reserved: '200.00', owed: '22.00' },
  revenueByDay: dateRange(addDays(today, -13), today).map((date) => ({ date, amount: '10.00' })),
  hasVisits: true,
}
const aVisit = (part: Partial<AttentionVisit> = {}): AttentionVisit => ({
  id: newId(),
  number: 'FQ-1042',
  scheduledDate: today,
  scheduledTime: '8:00 AM - 9:00 AM',
  customerName: 'Olivia Bennett',
  vehicle: { year: '2018', make: 'Toyota', model: 'Camry' },
  due: '12345.67',
  decideUntil: null,
  ...part,
})
const visits = (kind: 'unassigned' | 'unpaid', count: number, shown = count): AttentionGroup => ({
  kind,
  count,
  capped: false,
  entries: Array.from({ length: shown }, (_, n) => aVisit({ customerName: `Person ${n + 1}` })),
})
const answers: Answers = {
  'GET /api/admin/attention': [],
  'GET /api/dashboard/stats': stats,
  'GET /api/dashboard/utilization': {
    days: dateRange(today, addDays(today, 13)).map((date, n) => ({
      date,
      booked: n % 7,
      seats: n % 7 === 6 ? 0 : 10,
    })),
  },
  'GET /api/dashboard/rebooking': {
    from: '2025-05-04',
    to: '2025-11-03',
    customers: 200,
    rebooked: 80,
  },
  'GET /api/reviews/recent': [],
  'GET /api/jobs/today': [aJob({ status: 'assigned' })],
  'GET /api/admin/technicians': [aTechnician()],
  'GET /api/admin/customers': { list: [], total: 0 },
  'GET /api/payments': { list: [], total: 0 },
}
const show = (more: Answers = {}) =>
  showPage(<AdminHome />, {
    person: aPerson({ role: 'admin' }),
    answers: { ...answers, ...more },
  })
const attention = page.getByRole('region', { name: 'Needs attention' })

test("pending items, figures and today's visits are seen at once, and the rest is counted", async () => {
  await page.viewport(1280, 800)
  const { server } = await show({
    'GET /api/admin/attention': ({ query }) =>
      query.kind ? [visits('unassigned', 7)] : [visits('unassigned', 7, 5), visits('unpaid', 1)],
  })
  await expect.element(attention.getByText('Person 3')).toBeVisible()
  await expect.element(attention.getByText('Person 4')).not.toBeInTheDocument()
  await expect.element(attention.getByText('$12,345.67')).toBeVisible()
  const firstVisit = page.getByRole('table', { name: 'Visits' }).getByRole('row').nth(1)
  for (const seen of [attention, page.getByText("Today's jobs"), firstVisit]) {
    await expect.element(seen).toBeVisible()
    // Minus the height of the office's bar and frame.
    expect.soft(seen.element().getBoundingClientRect().top).toBeLessThan(800 - 130)
  }
  await attention.getByRole('button', { name: /^Show \d+ more: Unassigned/ }).click()
  await expect.element(attention.getByText('Person 7')).toBeVisible()
  expect(server.asked('GET /api/admin/attention').at(-1)?.query).toEqual({ kind: 'unassigned' })
  await page.viewport(390, 844)
})

test('pending items show their kind, each with a link to its list', async () => {
  await show()
  const list = (name: string) => page.getByRole('link', { name })
  await expect
    .element(list('$200.00 held on cards'))
    .toHaveAttribute('href', '/payments?status=reserved')
  await expect
    .element(list('$22.00 due now for visits that are over'))
    .toHaveAttribute('href', '/payments?status=owed')
})

test('without pending items there is one calm line', async () => {
  await show()
  await expect.element(attention.getByText('Nothing needs your attention')).toBeVisible()
})

test('an item that needs only one click has its button there', async () => {
  const request = aJob({ needsConfirmation: true, number: 'FQ-7' })
  const { server } = await show({
    'GET /api/admin/attention': [
      { kind: 'requests', count: 1, capped: false, entries: [request] },
      {
        kind: 'technicians',
        count: 1,
        capped: false,
        entries: [
          { id: newId(), name: 'Priya Nair', email: null, createdAt: '2026-05-01T12:00:00Z' },
        ],
      },
    ],
    'POST /api/jobs/{id}/confirm': request,
    'POST /api/admin/technicians/{id}/approve': aTechnician(),
  })
  await attention.getByRole('button', { name: 'Confirm FQ-7' }).click()
  await attention.getByRole('button', { name: 'Approve Priya Nair' }).click()
  await expect.poll(() => server.asked('POST /api/jobs/{id}/confirm').length).toBe(1)
  await expect.poll(() => server.asked('POST /api/admin/technicians/{id}/approve').length).toBe(1)
  await expect.element(attention.getByRole('button', { name: 'Decline FQ-7' })).toBeVisible()
})

test('a change from zero is worded, and a chart becomes a table with one press', async () => {
  await show()
  await expect.element(page.getByText('nothing at this point last week')).toBeVisible()
  await expect.element(page.getByText('+25%')).toBeVisible()
  await expect.element(page.getByText('yesterday none')).toBeVisible()
  await expect.element(page.getByText('40%', { exact: true })).toBeVisible()
  const table = page.getByRole('table', { name: /^Seats booked by day/ })
  await expect.element(table.getByText('1 of 10 seats · 10%').first()).toBeInTheDocument()
  await page.getByRole('button', { name: /^Seats booked by day.* as a table$/ }).click()
  await expect.element(table.getByText('Closed').first()).toBeVisible()
})

test('a week shows its dates, and uncounted days have no figures', async () => {
  await show({
    'GET /api/dashboard/utilization': {
      days: dateRange(today, addDays(today, 13)).map((date, n) => ({
        date,
        booked: 2,
        seats: n < 7 ? null : 10,
      })),
    },
  })
  const week = formatDays(startOfWeek(today), today)
  await expect.element(page.getByText(week, { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('—', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByText('14 of 70 seats')).toBeVisible()
  await expect.element(page.getByText(/^0 of/)).not.toBeInTheDocument()
  await page.getByRole('tab', { name: 'Week' }).click()
  const next = formatDays(today, addDays(today, 6))
  await expect.element(page.getByText(`The next seven days: ${next}`)).toBeVisible()
})

test('a share of few customers is not shown', async () => {
  await show({
    'GET /api/dashboard/rebooking': {
      from: '2025-05-04',
      to: '2025-11-03',
      customers: 9,
      rebooked: 9,
    },
  })
  await expect.element(page.getByText('Not enough visits yet')).toBeVisible()
  await expect.element(page.getByText('100%')).not.toBeInTheDocument()
})

test('a failed part leaves the rest', async () => {
  const down = refusal('unavailable', 'Please try again in a moment.')
  await show({
    'GET /api/admin/attention': down,
    'GET /api/dashboard/utilization': down,
    'GET /api/dashboard/rebooking': down,
  })
  await expect.element(page.getByText('Your open items could not be loaded')).toBeVisible()
  await expect.element(page.getByText('The seats could not be loaded')).toBeVisible()
  await expect.element(page.getByText('$12,345.67')).toBeVisible()
  await expect.element(page.getByText("Today's jobs")).toBeVisible()
})

test('a business without visits reads its first steps, not zeros', async () => {
  await show({
    'GET /api/dashboard/stats': { ...stats, hasVisits: false, activeTechs: 0 },
    'GET /api/admin/setup': { open: ['hours', 'technician'] },
    'GET /api/jobs/today': [],
    'GET /api/admin/technicians': [],
  })
  await expect.element(page.getByText('First steps')).toBeVisible()
  await expect.element(page.getByText('8 of 10 done')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Who does the work' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Continue setup' })).toBeVisible()
  await expect.element(page.getByText("Today's jobs")).not.toBeInTheDocument()
})
