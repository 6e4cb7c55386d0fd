import type { APIRequestContext, Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { openPage, press, the } from './actions.ts'
import { bookTime, signInAs, openTimes, signUp } from './calls.ts'
import { expect, test as base } from './server.ts'
import { approve, assign } from './visits.ts'

/** The button with the number of waiting changes. */
export const waiting = (page: Page) => page.getByRole('button', { name: /to be sent$/ })

/** On a visit's page in the office: the work that its technician's device could not send. */
export const unsentWorkOn = (office: Page) =>
  office.locator('section', { has: office.getByRole('heading', { name: /^Unsent work of/ }) })

/** Visits of the coming days, all assigned to a new technician whose session is left in `technician`. */
export async function dayOf(
  count: number,
  technician: APIRequestContext,
  other: APIRequestContext,
) {
  const { id: technicianId } = await signUp(technician, 'technician')
  await signUp(other, 'customer')
  const booked: Job[] = []
  for (const place of (await openTimes(other)).slice(0, count))
    booked.push(await bookTime(other, place))
  await signInAs(other, 'admin')
  await approve(other, technicianId)
  const jobs: Job[] = []
  for (const { id } of booked) jobs.push(await assign(other, id, technicianId))
  return jobs
}

export async function oneVisit(technician: APIRequestContext, other: APIRequestContext) {
  const [job] = await dayOf(1, technician, other)
  if (!job) throw new Error('There is no visit')
  return job
}

/** Tests with one such visit, whose technician is signed in on the page. */
export const test = base.extend<{ job: Job }>({
  job: async ({ page, request }, provide) => provide(await oneVisit(page.request, request)),
})

/** Opens the app online until all of it is on the device; without jobs, the open page does this. */
export async function prepareForOffline(page: Page, jobs: readonly Job[]): Promise<void> {
  if (jobs.length > 0) {
    await openPage(page, '/', the.heading("Today's Schedule"))
  }
  for (const job of jobs)
    await expect(page.locator(`a[href="/job/${job.id}"]`).first()).toBeVisible()
  await expect.poll(() => missingOf(page, '/offline.json'), { timeout: 30_000 }).toEqual([])
  await page.waitForLoadState('networkidle')
}

/** Opens a visit's page on a device that has gone offline. */
export async function openOffline(page: Page, job: Job): Promise<void> {
  await prepareForOffline(page, [job])
  await page.context().setOffline(true)
  await page.goto(`/job/${job.id}`)
}

/** Starts a visit of another day, which asks for confirmation. */
export async function startService(page: Page): Promise<void> {
  await press(page, 'Start Service')
  await press(page.getByRole('dialog'), 'Start Service')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Opens a visit's page on a device that has gone offline, and starts the visit. */
export async function startOffline(page: Page, job: Job): Promise<void> {
  await openOffline(page, job)
  await startService(page)
}

/** From the next page on the browser refuses to store anything, as in a private window. */
export const refuseStorage = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(globalThis, 'indexedDB', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    }),
  )

/** Counts of personal data in the browser's databases, and the data in the tab. */
export const keptOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const count = async (database: string, name: string) => {
      if (!databases.some((one) => one.name === database)) return 0
      const opening = indexedDB.open(database)
      await new Promise((resolve) => opening.addEventListener('success', resolve))
      const counting = opening.result.transaction(name).objectStore(name).count()
      await new Promise((resolve) => counting.addEventListener('success', resolve))
      opening.result.close()
      return counting.result
    }
    return {
      reads: await count('fivequart-reads', 'reads'),
      changes: await count('fivequart-outbox', 'entries'),
      tab: Object.keys(sessionStorage).filter((key) => key.startsWith('kept ')),
    }
  })

/** Files of this list of app files that are not cached on the device. */
export const missingOf = (page: Page, list: string) =>
  page.evaluate(async (path) => {
    const wanted = (await (await fetch(path)).json()) as string[]
    const kept = await Promise.all(wanted.map((file) => caches.match(file)))
    return wanted.filter((_, n) => !kept[n])
  }, list)
