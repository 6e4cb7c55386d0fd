import type { Page } from '@playwright/test'
import { press } from './actions.ts'
import { call } from './calls.ts'
import { startOffline, test, waiting } from './offline-day.ts'
import { expect } from './server.ts'
import { jobOf } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

const group = (page: Page, title: string) =>
  page.getByRole('region', { name: new RegExp(`^${title}`) })

test('an inspection does not hold back the end of a visit', async ({
  page,
  context,
  job,
  office,
}) => {
  await startOffline(page, job)
  await press(page, /^Wipers/)
  await press(group(page, 'Wipers'), 'All good')
  await press(page, 'Complete Service & Charge Customer')
  await press(page.getByRole('dialog'), 'Complete & charge')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  expect(await jobOf(office.request, job.id)).toMatchObject({ status: 'completed' })
  const params = { id: job.id }
  const saved = await call(office.request, 'GET /api/jobs/{id}/inspection', { params })
  expect(saved.findings).toHaveLength(3)
})
