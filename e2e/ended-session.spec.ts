import type { Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { expectAccessible } from './accessible.ts'
import { fillIn, openPage, press, see, seeIn, seeNone, the } from './actions.ts'
import { call, signInAs } from './calls.ts'
import {
  refuseStorage,
  keptOnDevice,
  openOffline,
  prepareForOffline,
  test,
  waiting,
  startOffline,
  unsentWorkOn,
} from './offline-day.ts'
import { expect } from './server.ts'
import { enterEmailAndCode, pictureFile } from './steps.ts'
import { jobOf } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

const notes = 'The gate was locked'

/** A visit stored on the device, with notes written offline. */
async function writeOffline(page: Page, job: Job): Promise<void> {
  await openOffline(page, job)
  await fillIn(page, { 'Technician notes': notes }, 'Save Notes')
  await expect(waiting(page)).toHaveText('1 change waiting to be sent')
}

const notesOf = async (page: Page, { id }: Job) => (await jobOf(page.request, id)).technicianNotes

test('a session expired offline shows the day until sign-in', async ({ page, context, job }) => {
  const me = await call(page.request, 'GET /api/auth/user')
  await writeOffline(page, job)
  await page.request.get('/api/logout')
  await context.setOffline(false)
  const ended = page.getByRole('status').filter({ hasText: 'Your session has ended' })
  await expect(ended).toBeVisible()
  await expect(page.getByLabel('Technician notes')).toHaveValue(notes)
  await openPage(page, '/', the.heading("Today's Schedule"))
  await expect(page.locator(`a[href="/job/${job.id}"]`).first()).toBeVisible()
  await expect(waiting(page)).toHaveText('1 change waiting to be sent')
  await page.goto(`/job/${job.id}`)
  await press(ended, the.link('Sign in again'))
  await enterEmailAndCode(page, me.email ?? '')
  await expect(page).toHaveURL(`/job/${job.id}`)
  await expect(waiting(page)).toHaveCount(0)
  await expect(ended).toHaveCount(0)
  expect(await notesOf(page, job)).toBe(notes)
})

test('another user neither sees nor sends the changes', async ({ page, context, job }) => {
  await writeOffline(page, job)
  const mine = await context.storageState()
  await context.clearCookies()
  // An admin would be allowed to send it.
  await signInAs(page.request, 'admin')
  await context.setOffline(false)
  await page.goto(`/job/${job.id}`)
  await expect(page).toHaveURL(`/admin/jobs/${job.id}`)
  await see(page, the.first(job.number))
  await seeNone(page, notes)
  await expect(waiting(page)).toHaveCount(0)
  expect(await notesOf(page, job)).toBe('')
  await expect.poll(() => keptOnDevice(page)).toMatchObject({ reads: 0, changes: 1 })
  await context.clearCookies()
  await context.addCookies(mine.cookies)
  await page.goto('/')
  await expect.poll(() => notesOf(page, job)).toBe(notes)
})

test('signing out offline deletes everything, after asking', async ({ page, context, job }) => {
  await call(page.request, 'POST /api/jobs/{id}/activate-communication', {
    params: { id: job.id },
    body: {},
  })
  const otherTab = await context.newPage()
  await openPage(otherTab, `/job/${job.id}`, the.first(job.number))
  await writeOffline(page, job)
  await otherTab.getByLabel('Technician notes').fill('The gate is')
  await page.getByPlaceholder('Write a message').fill('I am at the')
  await press(page, 'Menu', the.menuItem('Sign Out'))
  const question = page.getByRole('dialog', { name: 'Sign out and lose unsent work?' })
  await expect(question).toContainText('1 change is on this device only.')
  await press(question, 'Sign out and delete')
  for (const tab of [page, otherTab]) {
    await see(tab, the.heading('You are signed out'))
    await seeNone(tab, 'The gate is')
  }
  expect(await keptOnDevice(page)).toEqual({ reads: 0, changes: 0, tab: [] })
  // The server's session lasts until the sign-out reaches it.
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  await page.goBack()
  await seeNone(page, notes)
  await openPage(page, `/job/${job.id}`, the.heading('You are signed out'))
  await context.setOffline(false)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

test('a browser without storage works online, and shows a warning', async ({
  page,
  context,
  job,
}) => {
  await refuseStorage(page)
  await openPage(page, `/job/${job.id}`, 'This browser cannot work offline')
  await fillIn(page, { 'Technician notes': 'With a network' }, 'Save Notes')
  await see(page, the.first('Notes updated successfully'))
  await context.setOffline(true)
  await fillIn(page, { 'Technician notes': notes }, 'Save Notes')
  await see(page, the.first('keep this page open until it is sent'))
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 })
  expect(await notesOf(page, job)).toBe(notes)
})

test('a first page opens offline, a lost page is restored', async ({ page, context, job }) => {
  await page.goto(`/job/${job.id}`)
  const notesBox = page.getByLabel('Technician notes')
  await expect(notesBox).toBeVisible()
  await prepareForOffline(page, [])
  await context.setOffline(true)
  await page.reload()
  await expect(notesBox).toBeVisible()
  await page.goto('/')
  await expect(page.locator(`a[href="/job/${job.id}"]`).first()).toBeVisible()
  // A new device has nothing stored, and recovers once online. The page records its user once the browser is idle.
  await page.waitForTimeout(1500)
  await page.evaluate(() => localStorage.clear())
  await openPage(page, `/job/${job.id}`, the.heading('We cannot reach the server'))
  await context.setOffline(false)
  await expect(notesBox).toBeVisible()
})

test('a technician whose access ends has no visits on the device', async ({
  page,
  job,
  office,
}) => {
  const { id } = await call(page.request, 'GET /api/auth/user')
  await prepareForOffline(page, [job])
  await call(office.request, 'DELETE /api/admin/technicians/{id}', { params: { id } })
  const heading = page.getByRole('heading', { level: 1, name: 'Your access has ended' })
  await expect(heading).toBeVisible()
  await seeNone(page, job.serviceAddress)
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBe(0)
  await expectAccessible(page)
  await page.goto(`/job/${job.id}`)
  await expect(heading).toBeVisible()
  await press(page, 'Sign out on this device')
  await see(page, the.link('Get Started - Sign In'))
})

test('work left on the phone when access ended is handed in with a code of the office', async ({
  page,
  context,
  job,
  office,
}) => {
  const { id } = await call(page.request, 'GET /api/auth/user')
  await startOffline(page, job)
  await fillIn(page, { 'Technician notes': notes }, 'Save Notes')
  await page.getByTestId('album-after').setInputFiles(await pictureFile('after.jpg'))
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await call(office.request, 'DELETE /api/admin/technicians/{id}', { params: { id } })
  await context.setOffline(false)
  await see(page, the.heading('Your access has ended'), '3 changes wait on this device', notes)
  // While changes are being stored, leaving the page asks first, which ends a reload.
  await expect(() => page.reload()).toPass()
  await see(page, the.heading('Your access has ended'), '3 changes wait on this device', notes)
  const waitingHere = page.getByRole('listitem').filter({ hasText: notes })
  await expect(waitingHere).toContainText(job.number)
  await expect(waitingHere).toContainText(vehicleName(job.vehicle))
  await expectAccessible(page)
  await fillIn(page, { 'Code from the office': 'ABCDE-FGHJK' }, 'Hand in')
  await see(page, the.first('This code is wrong, used or expired.'))

  await office.goto(`/technicians/${id}`)
  await press(office, 'Make a code')
  const code = office.getByText(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/)
  await expect(code).toBeVisible()
  await expectAccessible(office)
  await fillIn(page, { 'Code from the office': (await code.textContent()) ?? '' }, 'Hand in')
  await see(page, the.first('Sent to the office'))
  await expect(page.getByText('wait on this device')).toHaveCount(0)
  expect((await keptOnDevice(page)).changes).toBe(0)

  await office.goto(`/admin/jobs/${job.id}`)
  const read = unsentWorkOn(office)
  await seeIn(read, notes, 'Start of the service', 'Photo')
  await press(read, the.button('Add to the visit'))
  await seeIn(read, 'Added to the visit')
})
