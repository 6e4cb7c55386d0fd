import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aBusiness, aJob, aPerson, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { addDays } from '#shared/rules/calendar.ts'
import { formatVisit } from '#shared/texts/format.ts'
import MoveDialog from './move-dialog.tsx'
import type { Destination } from './use-drop-visit.ts'
import { labelAt, slotLabels } from '#shared/rules/test-slots.ts'

const { today } = aBusiness()
const date = addDays(today, 1)
const job = aJob({ scheduledDate: date, scheduledTime: labelAt(1), technicianId: null })
const openDay = {
  date,
  serviceDay: true,
  slots: slotLabels.map((timeSlot) => ({
    timeSlot,
    status: 'open' as const,
    capacity: 3,
    booked: 0,
    unassigned: 0,
    requests: 0,
    isBlocked: false,
    blockedReason: '',
  })),
}

test('a time with another visit at that address shows a warning, and a second press confirms it', async () => {
  const onMove = vi.fn<(to: Destination) => void>()
  const there = { ...job, id: newId(), number: 'FQ-77', scheduledTime: labelAt(4) }
  await showPage(
    <MoveDialog job={job} jobs={[]} technicians={[]} onMove={onMove} onClose={() => {}} />,
    {
      person: aPerson({ role: 'admin' }),
      answers: {
        'GET /api/admin/schedule': [openDay],
        'GET /api/admin/board': [there],
        'GET /api/availability': [],
      },
    },
  )
  const time = (at: number) =>
    page.getByRole('button', { name: formatVisit(date, labelAt(at)), exact: true })
  await time(4).click()
  await expect
    .element(page.getByText('Another visit is at this address at that time'))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: /^FQ-77/ })).toBeVisible()
  expect(onMove).not.toHaveBeenCalled()
  await page.getByRole('button', { name: /^Move to .* anyway$/ }).click()
  expect(onMove).toHaveBeenLastCalledWith({ date, slot: labelAt(4), technicianId: null })
  await time(2).click()
  await expect
    .poll(() => onMove.mock.lastCall)
    .toEqual([{ date, slot: labelAt(2), technicianId: null }])
})

test('a time no technician can reach is marked, and can still be chosen', async () => {
  const onMove = vi.fn<(to: Destination) => void>()
  const days = (full: number[]) => [
    {
      date,
      open: true,
      slots: slotLabels.map((timeSlot, at) => ({
        timeSlot,
        status: full.includes(at + 1) ? ('full' as const) : ('open' as const),
      })),
    },
  ]
  const { server } = await showPage(
    <MoveDialog job={job} jobs={[]} technicians={[]} onMove={onMove} onClose={() => {}} />,
    {
      person: aPerson({ role: 'admin' }),
      answers: {
        'GET /api/admin/schedule': [openDay],
        'GET /api/admin/board': [],
        // The fourth time is held for the waitlist.
        'GET /api/availability': ({ query }) => (query.address ? days([3, 4]) : days([4])),
      },
    },
  )
  const name = (at: number, late = '') => ({
    name: formatVisit(date, labelAt(at)) + late,
    exact: true,
  })
  const late = page.getByRole('button', name(3, ', No technician can be there in time.'))
  await expect.element(late).toBeVisible()
  for (const at of [2, 4, 5]) await expect.element(page.getByRole('button', name(at))).toBeVisible()
  for (const { query } of server.asked('GET /api/availability')) expect(query.jobId).toBe(job.id)
  await late.click()
  await expect
    .poll(() => onMove.mock.lastCall)
    .toEqual([{ date, slot: labelAt(3), technicianId: null }])
})

test('why times are greyed or late is shown below them, for a whole day once', async () => {
  const [blocked, full] = [
    { isBlocked: true, status: 'blocked' as const },
    { booked: 3, status: 'full' as const },
  ]
  const slots = openDay.slots.map((slot, at) => ({ ...slot, ...(at > 2 ? full : {}) }))
  const days = [
    { ...openDay, slots },
    {
      ...openDay,
      date: addDays(date, 1),
      slots: openDay.slots.map((slot) => ({ ...slot, ...blocked })),
    },
  ]
  await showPage(
    <MoveDialog
      job={job}
      jobs={[]}
      technicians={[]}
      onMove={vi.fn<(to: Destination) => void>()}
      onClose={() => {}}
    />,
    {
      person: aPerson({ role: 'admin' }),
      answers: {
        'GET /api/admin/schedule': days,
        'GET /api/admin/board': [],
        'GET /api/availability': [],
      },
    },
  )
  const shown = () => [...document.querySelectorAll('dialog li > p')]
  await expect
    .poll(() => shown().map(({ textContent }) => textContent))
    .toEqual(['8:00 AM: Already at this time', '2:30 PM, 4:00 PM: Full', 'Blocked'])
})
