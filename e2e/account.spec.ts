import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import type { User } from '#shared/contract/accounts.ts'
import type { OwnData } from '#shared/contract/own-data.ts'
import { expectAccessible } from './accessible.ts'
import {
  addCar,
  bookPlace,
  call,
  enterAs,
  mailedCode,
  newEmail,
  openPlaces,
  signUp,
  signUpNameless,
} from './calls.ts'
import { expect, test } from './server.ts'

test.describe.configure({ mode: 'parallel' })

const expectToast = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text, { exact: true }).first()).toBeVisible()

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function whoIs(request: APIRequestContext): Promise<User> {
  return call(request, 'GET /api/auth/user')
}

/** Makes the next calls to that address fail; returns a function that undoes it. */
async function breakCalls(page: Page, url: string | RegExp, method: string) {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { message: 'Something broke.' } })
      : route.continue(),
  )
  return () => page.unroute(url)
}

test('a customer edits their name and phone, and cancels an edit', async ({ page }) => {
  const { email } = await signUpNameless(page.request, 'customer')
  await page.goto('/booking')
  await page.getByRole('main').getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText('Member since')).toBeVisible()
  await expect(page.getByText('Not given')).toHaveCount(3)

  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await save(page).click()
  await expect(page.getByText('First name is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('First name').fill('Nobody')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByText('Not given')).toHaveCount(3)

  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Phone').fill('(555) 010-0001')
  const mend = await breakCalls(page, '**/api/auth/user', 'PATCH')
  await save(page).click()
  await expectToast(page, 'Error updating profile')
  await expectToast(page, 'Something broke.')
  await mend()
  await save(page).click()
  await expectToast(page, 'Profile updated')
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  expect(await whoIs(page.request)).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+15550100001',
    email,
  })
})

test('a new e-mail takes effect once its code is entered', async ({ page }) => {
  const { email: before } = await signUpNameless(page.request, 'customer')
  const email = newEmail('moved')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Mo')
  await page.getByLabel('Last name').fill('Ved')
  await page.getByLabel('E-mail').fill(email.toUpperCase())
  await save(page).click()
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(page.getByText(`We are emailing a six-digit code to ${email}.`)).toBeVisible()
  await expectAccessible(page)
  const confirm = page.getByRole('button', { name: 'Confirm and save' })
  await confirm.click()
  await expect(page.getByText('Enter the six digits from the e-mail')).toBeVisible()
  const right = await mailedCode(page.request, email)
  await code.fill(right === '111111' ? '222222' : '111111')
  await confirm.click()
  await expect(page.getByText('That code is not right.')).toBeVisible()
  expect(await whoIs(page.request)).toMatchObject({ email: before, firstName: '' })

  // Changing the address hides the code field, and the new address needs a new code.
  await page.getByLabel('E-mail').fill(before ?? '')
  await expect(code).toHaveCount(0)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(async () => {
    expect(await mailedCode(page.request, email)).not.toBe(right)
  }).toPass()
  await code.fill(await mailedCode(page.request, email))
  await confirm.click()
  await expectToast(page, 'Profile updated')
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
  expect(await whoIs(page.request)).toMatchObject({ email, firstName: 'Mo' })
  const mails = await call(page.request, 'GET /api/demo/outbox')
  expect(mails.find(({ recipient }) => recipient === before)?.body).toContain(email)
})

test('an e-mail already in use is refused with an explanation', async ({
  page,
  playwright,
  server,
}) => {
  const other = await playwright.request.newContext({ baseURL: server.url })
  const { email } = await signUpNameless(other, 'customer')
  await signUpNameless(page.request, 'customer')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Mo')
  await page.getByLabel('Last name').fill('Ved')
  await page.getByLabel('E-mail').fill(email ?? '')
  await save(page).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.getByLabel('Code').fill(await mailedCode(page.request, email ?? ''))
  await page.getByRole('button', { name: 'Confirm and save' }).click()
  await expectToast(page, 'Error updating profile')
  await expectToast(page, 'This e-mail address already has an account of its own.')
  await other.dispose()
})

test('a signed-out visitor to the profile logs in and returns to it', async ({ page }) => {
  const email = newEmail('back')
  await signUpNameless(page.request, 'customer', email)
  await page.context().clearCookies()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Please Log In' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(await mailedCode(page.request, email))
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign Out' }).click()
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

for (const role of ['technician', 'admin'] as const)
  test(`the ${role} has a profile too, and reads who can close the account`, async ({ page }) => {
    await enterAs(page.request, role)
    // The office works on a wide screen, where the initials link to the profile.
    const wide = role === 'admin'
    if (wide) await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/')
    if (wide) await page.getByRole('link', { name: /^Profile of/ }).click()
    else {
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('menuitem', { name: 'Profile' }).click()
    }
    await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
    await expect(page.getByText(/only the office can close your account/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete my account' })).toHaveCount(0)
    const refused = await page.request.delete('/api/auth/user', { data: { confirm: 'DELETE' } })
    expect(refused.status()).toBe(403)
    await page.getByRole('link', { name: 'Notifications' }).last().click()
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
    await expect(page.getByRole('tab')).toHaveCount(0)
  })

test('preferences start at their defaults, are saved, and report a failed save', async ({
  page,
}) => {
  await signUpNameless(page.request, 'customer')
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Notification preferences' }).click()
  const wish = (name: string) => page.getByRole('switch', { name })
  for (const name of ['Appointment reminders', 'Service updates', 'E-mail'])
    await expect(wish(name)).toBeChecked()
  for (const name of ['Text messages', 'Promotional Emails'])
    await expect(wish(name)).not.toBeChecked()
  await expect(wish('Text messages')).toBeDisabled()
  await expect(page.getByText('There is no phone number in your profile yet.')).toBeVisible()
  await expectAccessible(page)

  await wish('Promotional Emails').check()
  await wish('Service updates').uncheck()
  const mend = await breakCalls(page, '**/api/user/notifications', 'PATCH')
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(page, 'Failed to update notification preferences.')
  await expect(wish('Promotional Emails')).toBeChecked()
  await mend()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(page, 'Preferences Updated')
  await page.reload()
  await expect(wish('Promotional Emails')).toBeChecked()
  await expect(wish('Service updates')).not.toBeChecked()

  await page.getByRole('link', { name: 'Add a phone number' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('First name').fill('Tex')
  await page.getByLabel('Last name').fill('Ter')
  await page.getByLabel('Phone').fill('(555) 010-0002')
  await save(page).click()
  await expectToast(page, 'Profile updated')
  await page.getByRole('link', { name: 'Notification preferences' }).click()
  await wish('Text messages').check()
  await page.getByRole('button', { name: 'Save Preferences' }).click()
  await expectToast(page, 'Preferences Updated')
  expect(await whoIs(page.request)).toMatchObject({
    smsNotifications: true,
    marketingEmails: true,
    serviceUpdates: false,
  })
})

/** A visit whose technician writes this many messages, each of them a notification for the customer. */
async function muchNews(customer: APIRequestContext, staff: APIRequestContext, messages: number) {
  await signUp(customer, 'customer')
  const job = await bookPlace(customer, (await openPlaces(customer)).at(-1) ?? never())
  // Sent shortly after the booking, so that the last message is the newest notification.
  const news = () => call(customer, 'GET /api/notifications')
  await expect.poll(async () => (await news()).map(({ type }) => type)).toContain('job_booked')
  const technician = await enterAs(staff, 'technician')
  await enterAs(staff, 'admin')
  const params = { id: job.id }
  const named = { technicianId: technician.id }
  await call(staff, 'POST /api/jobs/{id}/assign', { params, body: named })
  await enterAs(staff, 'technician')
  await call(staff, 'POST /api/jobs/{id}/activate-communication', { params })
  for (let n = 1; n <= messages; n += 1)
    await call(staff, 'POST /api/jobs/{id}/send-message', {
      params,
      body: { message: `News number ${n}`, messageType: 'sms' },
    })
  return job
}

function never(): never {
  throw new Error('There is no free time')
}

test('the bell counts to 9+ and opens the list of all notifications', async ({
  page,
  playwright,
  server,
}) => {
  const staff = await playwright.request.newContext({ baseURL: server.url })
  const job = await muchNews(page.request, staff, 22)
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Notifications, 2\d unread$/ })
  await expect(bell).toBeVisible()
  await expect(page.getByText('9+', { exact: true })).toBeVisible()
  await bell.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('link', { name: 'View all notifications' }).click()
  await expect(page).toHaveURL('/notifications')
  await expect(dialog).toHaveCount(0)

  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('News number 22')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show older notifications' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(22)
  const all = await rows.count()
  await expect(page.getByText(`${all} notifications`)).toBeVisible()

  await rows.filter({ hasText: 'News number 22' }).click()
  await expect(page).toHaveURL(`/job/${job.id}/communication`)
  await page.goBack()
  await expect(rows.first()).not.toContainText('(unread)')

  const mend = await breakCalls(page, '**/api/notifications/read', 'PATCH')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expectToast(page, 'Could not mark them as read')
  await mend()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('(unread)')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await expect(page.getByText('9+', { exact: true })).toHaveCount(0)
  const list = await call(page.request, 'GET /api/notifications')
  expect(list.every(({ read }) => read)).toBe(true)
  await staff.dispose()
})

test('an empty list says so, and a list that failed to load can be retried', async ({ page }) => {
  // Connecting would make the page retry failed loads.
  await page.routeWebSocket('**/ws', () => {})
  await signUpNameless(page.request, 'customer')
  await page.goto('/notifications')
  await expect(page.getByText('Nothing new')).toBeVisible()
  const mend = await breakCalls(page, /\/api\/notifications\?/, 'GET')
  await page.reload()
  await expect(page.getByText('Your notifications could not be loaded')).toBeVisible()
  await mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing new')).toBeVisible()
})

test("an account's data downloads as one file", async ({ page }) => {
  const { email } = await signUpNameless(page.request, 'customer')
  const car = await addCar(page.request)
  await page.goto('/profile')
  const mend = await breakCalls(page, '**/api/account/data', 'GET')
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expectToast(page, 'Your data could not be downloaded')
  await mend()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^fivequart-my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8')) as OwnData
  expect(data.profile.email).toBe(email)
  expect(data.vehicles.map(({ licensePlate }) => licensePlate)).toEqual([car.licensePlate])
  expect(data.jobs).toEqual([])
})

test('an account with an upcoming visit is not deleted, and explains what to do', async ({
  page,
}) => {
  const { email } = await signUp(page.request, 'customer')
  await bookPlace(page.request, (await openPlaces(page.request)).at(-2) ?? never())
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete for good' })
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('textbox').fill('delete')
  await expect(confirm).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('DELETE')
  await confirm.click()
  await expect(dialog.getByText(/There is still a visit ahead or under way/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Your Orders' }).click()
  await expect(page).toHaveURL('/orders')
  expect(await whoIs(page.request)).toMatchObject({ email })
})

test('deleting an account signs it out everywhere, for good', async ({ page, browser, server }) => {
  const email = newEmail('leaver')
  await signUpNameless(page.request, 'customer', email)
  await addCar(page.request)
  const elsewhere = await browser.newContext({ baseURL: server.url })
  await call(elsewhere.request, 'POST /api/auth/email-code', { body: { email } })
  const code = await mailedCode(elsewhere.request, email)
  await call(elsewhere.request, 'POST /api/auth/email-code/verify', { body: { code } })

  await page.goto('/profile')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await dialog.getByRole('textbox').fill(email)
  const mend = await breakCalls(page, '**/api/auth/user', 'DELETE')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText('The account was not deleted')).toBeVisible()
  await mend()
  await dialog.getByRole('textbox').press('Enter')
  await expectToast(page, 'Account deleted')
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()
  await expect(page).toHaveURL('/')
  for (const { request } of [page, elsewhere])
    expect((await request.get('/api/auth/user')).status()).toBe(401)
  const mails = await call(page.request, 'GET /api/demo/outbox')
  expect(mails.filter(({ recipient }) => recipient === email)).toEqual([])
  await page.reload()
  await expect(page.getByRole('link', { name: 'Get Started - Sign In' })).toBeVisible()

  expect(await signUpNameless(page.request, null, email)).toMatchObject({
    role: null,
    firstName: '',
  })
  await elsewhere.close()
})
