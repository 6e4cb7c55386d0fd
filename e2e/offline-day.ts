import type { APIRequestContext, Browser, Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'
import { expect, test as base } from './server.ts'

/** The button with the number of waiting changes. */
export const waiting = (page: Page) => page.getByRole('button', { name: /to be sent$/ })

/** Visits of the coming days, all assigned to a new technician whose session is left in `technician`. */
export async function dayOf(
  count: number,
  technician: APIRequestContext,
  browser: Browser,
  baseURL: string,
): Promise<Job[]> {
  const { id: technicianId } = await signUp(technician, 'technician')
  const customer = await browser.newContext({ baseURL })
  const office = await browser.newContext({ baseURL })
  await signUp(customer.request, 'customer')
  await enterAs(office.request, 'admin')
  await call(office.request, 'POST /api/admin/technicians/{id}/approve', {
    params: { id: technicianId },
  })
  const jobs: Job[] = []
  for (const place of (await openPlaces(customer.request)).slice(0, count)) {
    const { id } = await bookPlace(customer.request, place)
    const params = { id }
    jobs.push(
      await call(office.request, 'POST /api/jobs/{id}/assign', { params, body: { technicianId } }),
    )
  }
  await Promise.all([customer.close(), office.close()])
  return jobs
}

export async function oneVisit(...people: [APIRequestContext, Browser, string]): Promise<Job> {
  const [job] = await dayOf(1, ...people)
  if (!job) throw new Error('There is no visit')
  return job
}

/** Tests with one such visit, whose technician is signed in on the page. */
export const test = base.extend<{ job: Job }>({
  job: async ({ page, browser, server }, provide) =>
    provide(await oneVisit(page.request, browser, server.url)),
})

/** Opens the app online until all of it is on the device; without jobs, the open page does this. */
export async function takeAlong(page: Page, jobs: readonly Job[]): Promise<void> {
  if (jobs.length > 0) {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
  }
  for (const job of jobs)
    await expect(page.locator(`a[href="/job/${job.id}"]`).first()).toBeVisible()
  await expect.poll(() => missingOf(page, '/offline.json'), { timeout: 30_000 }).toEqual([])
  await page.waitForLoadState('networkidle')
}

/** Opens a visit's page on a device that has gone offline. */
export async function openOffline(page: Page, job: Job): Promise<void> {
  await takeAlong(page, [job])
  await page.context().setOffline(true)
  await page.goto(`/job/${job.id}`)
}

/** Starts a visit of another day, which asks for confirmation. */
export async function startService(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Service' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start Service' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** From the next page on the browser refuses to store anything, as in a private window. */
export const keepNothing = (page: Page) =>
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
