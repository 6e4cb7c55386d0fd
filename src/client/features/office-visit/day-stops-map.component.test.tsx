import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { Coordinates } from '#shared/rules/service-area.ts'
import { DayStopsMap } from './day-stops-map.tsx'

const house = { latitude: 30.274_711, longitude: -97.740_38 }
const zipCenter = { latitude: 30.1975, longitude: -97.6664 }
const technician = { id: 'sam', name: 'Sam Ortiz', phone: '' }
const withSam = { technicianId: 'sam', technician, status: 'assigned' } as const
const first = aJob({
  ...withSam,
  number: 'FQ-1',
  coordinates: zipCenter,
  scheduledTime: '8:00 AM - 9:00 AM',
  startsAt: '2026-05-06T13:00:00.000Z',
})
const job = aJob({ ...withSam, number: 'FQ-2', coordinates: house })
const drawing = page.getByRole('img')

type Position = Record<'jobId' | 'technicianId' | 'recordedAt' | 'expiresAt', string> & Coordinates

const show = (shown: Job, positions: Position[] = []) =>
  showPage(<DayStopsMap job={shown} />, {
    person: aPerson({ role: 'admin' }),
    answers: {
      'GET /api/admin/board': [first, job],
      'GET /api/admin/positions': positions,
      'GET /api/admin/map-tiles': { tiles: null },
    },
  })

test('a visit is drawn with the previous stop, and its technician while they share their location', async () => {
  const recordedAt = new Date().toISOString()
  await show(job, [
    { jobId: job.id, technicianId: 'sam', ...zipCenter, recordedAt, expiresAt: recordedAt },
  ])
  await expect
    .element(drawing)
    .toHaveAccessibleName('Where it is: stop 2 of 2 of Sam Ortiz that day')
  await expect
    .element(page.getByRole('listitem'))
    .toMatchTextContent(/Previous stop: FQ-1 8:00 AM, about 9 mi/)
  await expect
    .element(page.getByRole('link', { name: 'FQ-1' }))
    .toHaveAttribute('href', `/admin/jobs/${first.id}`)
  await expect.element(page.getByText(/Sam Ortiz is on the way, seen/)).toBeVisible()
  await expect.element(page.getByText(/only its ZIP code/)).not.toBeInTheDocument()
})

test('an address known only by its ZIP code is marked as approximate', async () => {
  await show({ ...first, technicianId: null, technician: null, status: 'scheduled' })
  await expect.element(page.getByText('About here: only its ZIP code is known.')).toBeVisible()
  await expect.element(drawing).toHaveAccessibleName('Where it is')
  await expect.element(page.getByRole('listitem')).not.toBeInTheDocument()
})

test('an unknown place is not drawn', async () => {
  const { server } = await show({ ...job, coordinates: null })
  await expect.poll(() => server.asked('GET /api/admin/board').length).toBeGreaterThan(0)
  await expect.element(drawing).not.toBeInTheDocument()
})
