import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { OptimizedDay } from '#shared/contract/dispatch.ts'
import { addDays } from '#shared/rules/calendar.ts'
import { labelAt } from '#shared/rules/test-slots.ts'
import OptimizeDialog from './optimize-dialog.tsx'

const route = 'POST /api/admin/days/{date}/optimize'
const date = addDays(aBusiness().today, 1)
const [ana, ben] = [newId(), newId()]
const at = (slot: number, number: string) =>
  aJob({ scheduledDate: date, scheduledTime: labelAt(slot), number })
const [near, other, started] = [at(1, 'FQ-71'), at(2, 'FQ-72'), at(3, 'FQ-73')]

const day: OptimizedDay = {
  moves: [
    {
      jobId: near.id,
      from: ana,
      to: ben,
      reason: { kind: 'shorter', minutes: 4, minutesNow: 31 },
    },
  ],
  before: { minutes: 80, miles: 31.5 },
  after: { minutes: 53, miles: 20.1 },
  technicians: [
    {
      id: ana,
      name: 'Ana Lopez',
      before: { minutes: 60, miles: 25 },
      after: { minutes: 29, miles: 12 },
    },
    {
      id: ben,
      name: 'Ben Wood',
      before: { minutes: 20, miles: 6.5 },
      after: { minutes: 24, miles: 8.1 },
    },
  ],
  unassigned: [{ jobId: other.id, reason: 'No technician can be there.' }],
  locked: [{ jobId: started.id, reason: 'The work has started or is done.' }],
  version: 'before',
}

type Body = { dryRun?: boolean | undefined }
const answering = (answer: (asked: { body?: unknown }) => Promise<OptimizedDay>) => ({
  [route]: answer,
})
const show = (answer: Parameters<typeof answering>[0]) =>
  showPage(<OptimizeDialog date={date} jobs={[near, other, started]} onClose={() => {}} />, {
    person: aPerson({ role: 'admin' }),
    answers: answering(answer),
  })

test('shows the savings with reasons, applies the moves, and undoes them', async () => {
  const asked = vi.fn<(body: unknown) => void>()
  await show(async ({ body }) => {
    if (!(body as Body).dryRun) asked(body)
    return (body as Body).dryRun ? day : { ...day, version: 'after' }
  })
  const text = (words: string) => page.getByText(words, { exact: true })
  await expect.element(text('27 min and 11.4 mi less')).toBeVisible()
  await expect.element(text('31 min and 13.0 mi less')).toBeVisible()
  await expect.element(text('4 min and 1.6 mi more')).toBeVisible()
  await expect.element(text('4 min to drive instead of 31')).toBeVisible()
  await expect.element(text('Ana Lopez → Ben Wood')).toBeVisible()
  await expect.element(text('No technician can be there.')).toBeVisible()
  await expect.element(text('The work has started or is done.')).toBeVisible()
  await page.getByRole('button', { name: 'Change 1 visit' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(text('Everything is back as it was.')).toBeVisible()
  expect(asked.mock.calls.map(([body]) => body)).toEqual([
    { version: 'before', moves: [{ jobId: near.id, from: ana, to: ben }] },
    { version: 'after', undo: true, moves: [{ jobId: near.id, from: ben, to: ana }] },
  ])
})

test.each([
  ['This day cannot be driven any shorter.', {}],
  [
    'Every visit of this day stays with its technician.',
    { locked: [near, other, started].map(({ id }) => ({ jobId: id, reason: 'It has begun.' })) },
  ],
  [
    'No technician can take any visit of this day.',
    { unassigned: [near, other, started].map(({ id }) => ({ jobId: id, reason: 'Too far.' })) },
  ],
])('nothing to change: %s', async (words, part) => {
  const short = { ...day, moves: [], unassigned: [], locked: [], after: day.before, ...part }
  await show(() => Promise.resolve(short))
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  await expect.element(page.getByText('80 min and 31.5 mi in all')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Change/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Close' }).last()).toBeVisible()
})
