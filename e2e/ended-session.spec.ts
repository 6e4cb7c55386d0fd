import type { Page } from '@playwright/test'
import type { User } from '#shared/contract/accounts.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { expectAccessible } from './accessible.ts'
import { call, enterAs, mailedCode } from './calls.ts'
import { keepNothing, keptOnDevice, openOffline, takeAlong, test, waiting } from './offline-day.ts'
import { expect } from './server.ts'

test.use({ serviceWorkers: 'allow' })

const notes = 'The gate was locked'

/** A visit stored on the device, with notes written offline. */
async function writeOffline(page: Page, job: Job): Promise<void> {
  await openOffline(page, job)
  await page.getByLabel('Technician notes').fill(notes)
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(waiting(page)).toHaveText('1 change waiting to be sent')
}

const notesOf = async (page: Page, { id }: Job) =>
  (await call(page.request, 'GET /api/jobs/{id}', { params: { id } })).technicianNotes

async function signInAgain(page: Page, { email }: User): Promise<void> {
  await page.getByLabel('E-mail').fill(email ?? '')
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await mailedCode(page.request, email ?? ''))
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
}

test('a session that expired offline still shows the day, and continues after signing in', async ({
  page,
  context,
  job,
}) => {
  const me = await call(page.request, 'GET /api/auth/user')
  await writeOffline(page, job)
  await page.request.get('/api/logout')
  await context.setOffline(false)
  const ended = page.getByRole('status').filter({ hasText: 'Your session has ended' })
  await expect(ended).toBeVisible()
  await expect(page.getByLabel('Technician notes')).toHaveValue(notes)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: "Today's Schedule" })).toBeVisible()
  await expect(page.locator(`a[href="/job/${job.id}"]`).first()).toBeVisible()
  await expect(waiting(page)).toHaveText('1 change waiting to be sent')
  await page.goto(`/job/${job.id}`)
  await ended.getByRole('link', { name: 'Sign in again' }).click()
  await signInAgain(page, me)
  await expect(page).toHaveURL(`/job/${job.id}`)
  await expect(waiting(page)).toHaveCount(0)
  await expect(ended).toHaveCount(0)
  expect(await notesOf(page, job)).toBe(notes)
})

test('another user who signs in on that device neither sees nor sends the waiting changes', async ({
  page,
  context,
  job,
}) => {
  await writeOffline(page, job)
  const mine = await context.storageState()
  await context.clearCookies()
  // An admin would be allowed to send it.
  await enterAs(page.request, 'admin')
  await context.setOffline(false)
  await page.goto(`/job/${job.id}`)
  await expect(page).toHaveURL(`/admin/jobs/${job.id}`)
  await expect(page.getByText(job.number).first()).toBeVisible()
  await expect(page.getByText(notes)).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(0)
  expect(await notesOf(page, job)).toBe('')
  await expect.poll(() => keptOnDevice(page)).toMatchObject({ reads: 0, changes: 1 })
  await context.clearCookies()
  await context.addCookies(mine.cookies)
  await page.goto('/')
  await expect.poll(() => notesOf(page, job)).toBe(notes)
})

test('signing out works offline and leaves nothing, after confirming what is lost', async ({
  page,
  context,
  job,
}) => {
  await call(page.request, 'POST /api/jobs/{id}/activate-communication', {
    params: { id: job.id },
    body: {},
  })
  await writeOffline(page, job)
  await page.getByPlaceholder('Write a message').fill('I am at the')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'Sign out and lose unsent work?' })
  await expect(question).toContainText('1 change is on this device only.')
  await question.getByRole('button', { name: 'Sign out and delete' }).click()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  expect(await keptOnDevice(page)).toEqual({ reads: 0, changes: 0, tab: [] })
  // The server's session lives until it hears of the sign-out.
  expect((await page.request.get('/api/auth/user')).status()).toBe(200)
  await page.goBack()
  await expect(page.getByText(notes)).toHaveCount(0)
  await page.goto(`/job/${job.id}`)
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

test('a browser without storage works online, and says so', async ({ page, context, job }) => {
  await keepNothing(page)
  await page.goto(`/job/${job.id}`)
  await expect(page.getByText('This browser cannot work offline')).toBeVisible()
  await page.getByLabel('Technician notes').fill('With a network')
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText('Notes updated successfully').first()).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Technician notes').fill(notes)
  await page.getByRole('button', { name: 'Save Notes' }).click()
  await expect(page.getByText('keep this page open until it is sent').first()).toBeVisible()
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 })
  expect(await notesOf(page, job)).toBe(notes)
})

test('a visit opened as the first page opens offline, and a lost page is restored', async ({
  page,
  context,
  job,
}) => {
  await page.goto(`/job/${job.id}`)
  const notesBox = page.getByLabel('Technician notes')
  await expect(notesBox).toBeVisible()
  await takeAlong(page, [])
  await context.setOffline(true)
  await page.reload()
  await expect(notesBox).toBeVisible()
  await page.goto('/')
  await expect(page.locator(`a[href="/job/${job.id}"]`).first()).toBeVisible()
  // A new device has nothing stored, and recovers once online. The page records its user once the browser is idle.
  await page.waitForTimeout(1500)
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/job/${job.id}`)
  await expect(page.getByRole('heading', { name: 'We cannot reach the server' })).toBeVisible()
  await context.setOffline(false)
  await expect(notesBox).toBeVisible()
})

test('a technician whose access the office ends is told so, and the visits leave the device', async ({
  page,
  browser,
  server,
  job,
}) => {
  const { id } = await call(page.request, 'GET /api/auth/user')
  await takeAlong(page, [job])
  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  await call(office.request, 'DELETE /api/admin/technicians/{id}', { params: { id } })
  await office.close()
  const heading = page.getByRole('heading', { level: 1, name: 'Your access has ended' })
  await expect(heading).toBeVisible()
  await expect(page.getByText(job.serviceAddress)).toHaveCount(0)
  await expect.poll(async () => (await keptOnDevice(page)).reads).toBe(0)
  await expectAccessible(page)
  await page.goto(`/job/${job.id}`)
  await expect(heading).toBeVisible()
  await page.getByRole('button', { name: 'Sign out on this device' }).click()
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()
})
