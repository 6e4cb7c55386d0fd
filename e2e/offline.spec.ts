import type { APIRequestContext, Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { fillIn, openAs, openPage, press, see, seeNone, the } from './actions.ts'
import { call, homeAddress, openTimes, signUp } from './calls.ts'
import {
  dayOf,
  keptOnDevice,
  missingOf,
  oneVisit,
  startService,
  prepareForOffline,
  test,
  waiting,
  startOffline,
} from './offline-day.ts'
import { expect, ownServer } from './server.ts'
import { addExtra, pictureFile } from './steps.ts'
import { bookOpenPlace, jobOf, reschedule, setStatus } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

const changes = '**/api/jobs/**'

const extra = { words: 'Wiper blade, driver side', price: '24.95' }

test('five visits are completed offline, and arrive', async ({ page, context, request }) => {
  const jobs = await dayOf(5, page.request, request)
  await prepareForOffline(page, jobs)
  await context.setOffline(true)
  for (const [n, job] of jobs.entries()) {
    await workOn(page, job, n)
    await expect(waiting(page)).toHaveText(`${(n + 1) * 16} changes waiting to be sent`)
  }
  await page.reload()
  await expect(waiting(page)).toHaveText('80 changes waiting to be sent')
  await page.goto('/')
  await expect(waiting(page)).toHaveText('80 changes waiting to be sent')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  for (const [n, job] of jobs.entries()) await expectArrived(page.request, job, n)
})

test('every listed visit opens offline', async ({ page, context, office, request }) => {
  const jobs = await dayOf(2, page.request, request)
  const [next, far] = jobs
  const place = (await openTimes(page.request)).at(-1)
  if (!next || !far || !place) throw new Error('There are no visits')
  await reschedule(office.request, far.id, place)
  await prepareForOffline(page, jobs)
  await context.setOffline(true)
  await openPage(
    page,
    `/job/${next.id}`,
    the.first(next.number),
    'No extra charges.',
    the.first('No photos yet.'),
  )
  await seeNone(page, /could not be loaded/)
  await page.goto('/')
  await page.locator(`a[href="/job/${far.id}"]`).first().click()
  await see(page, the.first(far.number))
  await page.reload()
  await see(page, the.button('Start Service'), the.first(homeAddress))
})

test('office changes made while the app was closed are there offline', async ({
  page,
  context,
  job,
  office,
}) => {
  await prepareForOffline(page, [job])
  await openPage(page, `/job/${job.id}`, the.first(job.number))
  await page.waitForTimeout(1500)
  await page.goto('about:blank')
  await call(office.request, 'PATCH /api/jobs/{id}', {
    params: { id: job.id },
    body: {
      serviceAddress: '1100 Congress Avenue, Austin, TX 78701',
      contactName: 'Rosa Fields',
      contactPhone: '(512) 363-0199',
    },
  })
  await prepareForOffline(page, [job])
  await see(page, the.first(/1100 Congress/))
  await page.waitForTimeout(1500)
  await context.setOffline(true)
  await openPage(page, `/job/${job.id}`, the.first(/1100 Congress/), the.first('Rosa Fields'))
  const link = (name: string) => page.getByRole('link', { name })
  await expect(link('Call (512) 363-0199')).toHaveAttribute('href', 'tel:+15123630199')
  await press(page, 'Start Communication')
  await press(page.getByRole('dialog'), 'On my way')
  await expect(link('Call Customer')).toHaveAttribute('href', 'tel:+15123630199')
})

test('a visit started on the phone and in the office: the earlier start counts', async ({
  page,
  context,
  job,
  office,
}) => {
  await startOffline(page, job)
  await fillIn(page, { 'Technician notes': 'Worn plug' }, 'Save Notes')
  await expect(waiting(page)).toHaveText('2 changes waiting to be sent')
  await setStatus(office.request, job.id, 'in_progress')
  const { startedAt } = await jobOf(office.request, job.id)
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0)
  await seeNone(page, /could not be saved/)
  const shown = await jobOf(office.request, job.id)
  expect(shown).toMatchObject({ status: 'in_progress', technicianNotes: 'Worn plug' })
  expect(Date.parse(shown.startedAt ?? '')).toBeLessThan(Date.parse(startedAt ?? ''))
})

test('a server that is down loses nothing, nor does a closed page', async ({ browser }) => {
  const server = await ownServer()
  await server.start()
  const context = await browser.newContext({ baseURL: server.url })
  const elsewhere = await browser.newContext({ baseURL: server.url })
  try {
    const page = await context.newPage()
    const job = await oneVisit(page.request, elsewhere.request)
    await prepareForOffline(page, [job])
    await server.stop()
    await workOn(page, job, 0)
    await page.close()
    const later = await context.newPage()
    await later.goto(`/job/${job.id}`)
    await expect(waiting(later)).toHaveText('16 changes waiting to be sent')
    await see(later, the.first('Completed'))
    await waiting(later).click()
    await context.route(changes, (route) => route.abort())
    await server.start()
    const tryNow = later.getByRole('button', { name: 'Try now' })
    // Having just failed again, it does not retry on its own before the button is pressed.
    const failed = later.waitForEvent('requestfailed', (request) => request.method() !== 'GET')
    await tryNow.click()
    await failed
    await context.unroute(changes)
    // It may already be retrying on its own, so the button may be gone.
    await tryNow.dispatchEvent('click')
    await expect(later.getByRole('dialog')).toContainText('Everything is sent')
    await expectArrived(later.request, job, 0)
  } finally {
    await Promise.all([context.close(), elsewhere.close()])
    await server.end()
  }
})

test('the next user of a phone finds nothing of the first', async ({ page }) => {
  await openAs(page, 'technician', '/', the.heading("Today's Schedule"))
  const savedReads = async () => (await keptOnDevice(page)).reads
  await expect.poll(savedReads).toBeGreaterThan(5)
  await openAs(page, 'admin', '/payments', the.title(/^Payment/))
  await expect.poll(savedReads).toBe(0)

  await openAs(page, 'technician', '/')
  await expect.poll(savedReads).toBeGreaterThan(5)
  await press(page, 'Menu', the.menuItem('Sign Out'))
  await see(page, the.link('Get Started - Sign In'))
  expect(await savedReads()).toBe(0)
})

test('clearing the device is finished by the next page', async ({ page }) => {
  await openAs(page, 'technician', '/')
  const savedReads = async () => (await keptOnDevice(page)).reads
  await expect.poll(savedReads).toBeGreaterThan(5)
  await page.goto('/icon.svg')
  await page.evaluate(() => {
    localStorage.removeItem('fivequart-works-offline')
    localStorage.setItem('fivequart-clears-reads', 'yes')
  })
  await openAs(page, 'admin', '/payments')
  await expect.poll(savedReads).toBe(0)
})

/** All of a technician's steps: 16 changes. The page is opened by its address, as after restarting the phone. */
async function workOn(page: Page, job: Job, n: number): Promise<void> {
  await page.goto(`/job/${job.id}`)
  await press(page, 'Start Communication')
  await press(page.getByRole('dialog'), 'On my way')
  await press(page, 'Running Late')
  await expect(page.getByRole('log')).toContainText('Waiting for a signal')
  await startService(page)
  await see(page, the.first('In Progress'))
  const steps = page.getByRole('checkbox')
  await expect(steps).toHaveCount(8)
  for (const step of await steps.all()) await step.check()
  await page.getByTestId('album-before').setInputFiles(await pictureFile('before.jpg', 800 + n))
  await see(page, 'Saved on this device until it is sent')
  await fillIn(page, { Odometer: String(40_000 + n), 'New oil': '4.6' }, 'Save measurements')
  await addExtra(page, extra.words, extra.price, 'Windshield wiper')
  await see(page, extra.words)
  await fillIn(page, { 'Technician notes': `Note ${n}` }, 'Save Notes')
  await expect(page.getByRole('button', { name: 'Save Notes' })).toBeDisabled()
  await press(page, 'Complete Service & Charge Customer')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('$154.94')
  await press(dialog, 'Complete & charge')
  await see(page, the.first('Completed'))
}

async function expectArrived(technician: APIRequestContext, job: Job, n: number): Promise<void> {
  const params = { id: job.id }
  expect(await jobOf(technician, job.id)).toMatchObject({
    status: 'completed',
    extrasAmount: '24.95',
    finalAmount: '154.94',
    technicianNotes: `Note ${n}`,
    odometerMiles: 40_000 + n,
    filledQuarts: 4.6,
  })
  const done = await jobOf(technician, job.id)
  expect(done.checklist).toHaveLength(8)
  const conversation = await call(technician, 'GET /api/jobs/{id}/communications', { params })
  expect(conversation.map(({ message }) => message)).toEqual([
    'Your technician is on the way.',
    'Running Late',
    'The service is completed.',
  ])
  expect(await call(technician, 'GET /api/jobs/{id}/photos', { params })).toMatchObject([
    { moment: 'before', width: 800 + n },
  ])
  expect(await call(technician, 'GET /api/jobs/{id}/extras', { params })).toMatchObject([
    { description: extra.words, totalPrice: 24.95 },
  ])
}

test("a customer's visit opens offline, until they sign out", async ({ page, context }) => {
  await signUp(page.request, 'customer')
  const job = await bookOpenPlace(page.request)
  await openPage(page, '/', the.first(homeAddress))
  await expect.poll(() => missingOf(page, '/offline-visit.json'), { timeout: 30_000 }).toEqual([])
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBeGreaterThan(5)
  await context.setOffline(true)
  await page.reload()
  await see(page, the.first(homeAddress), "You're offline. Showing your last saved information")
  await openPage(page, '/orders', the.first(job.number))
  await openPage(page, `/job/${job.id}/communication`, the.heading(`Visit ${job.number}`))
  await press(page, 'Menu', the.menuItem('Sign Out'))
  await see(page, the.heading('You are signed out'))
  expect(await keptOnDevice(page)).toEqual({ reads: 0, changes: 0, tab: [] })
})

test('a customer without a visit has their pages offline', async ({ page, context }) => {
  await signUp(page.request, 'customer')
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const said = await heading.innerText()
  await expect.poll(() => missingOf(page, '/offline-visit.json'), { timeout: 30_000 }).toEqual([])
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBeGreaterThan(3)
  await context.setOffline(true)
  await page.reload()
  await expect(heading).toHaveText(said)
  await see(page, "You're offline. Showing your last saved information")
})

test('the office sees its day offline, until it signs out', async ({ page, context }) => {
  await openAs(page, 'admin', '/')
  const visits = page.getByRole('row')
  await expect(visits.nth(1)).toBeVisible()
  await page.goto('/admin/customers')
  await expect(visits.nth(1)).toBeVisible()
  await page.goto('/')
  // Today may be a Sunday, without visits.
  await press(page, the.tab('Week'))
  const numberOf = async () => /FQ-\d+/.exec(await visits.nth(1).innerText())?.[0] ?? ''
  await expect.poll(numberOf).not.toBe('')
  await expect.poll(() => missingOf(page, '/offline-office.json'), { timeout: 30_000 }).toEqual([])
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBeGreaterThan(3)
  const number = await numberOf()
  await context.setOffline(true)
  await page.goto('/dashboard')
  await see(page, the.title('Dashboard'), "You're offline. Showing your last saved information")
  await press(page, the.tab('Week'))
  await expect(visits.nth(1)).toContainText(number)
  await press(page, 'Menu', the.menuItem('Sign Out'))
  await see(page, the.heading('You are signed out'))
  expect(await keptOnDevice(page)).toEqual({ reads: 0, changes: 0, tab: [] })
})

test.describe('in Spanish', () => {
  test.use({ locale: 'es-US' })

  test('a customer reads Spanish offline too', async ({ page, context }) => {
    await signUp(page.request, 'customer')
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect
      .poll(() => missingOf(page, '/offline-visit.es.json'), { timeout: 30_000 })
      .toEqual([])
    await context.setOffline(true)
    await page.reload()
    await see(page, 'Sin conexión. Se muestra lo último que se guardó.')
  })
})
