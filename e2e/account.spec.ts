import type { APIRequestContext, Page } from '@playwright/test'
import type { User } from '#shared/contract/accounts.ts'
import type { OwnData } from '#shared/contract/own-data.ts'
import { expectAccessible } from './accessible.ts'
import { expectOff, fillIn, openPage, press, see, seeNone, the } from './actions.ts'
import {
  addCar,
  bookTime,
  call,
  signInAs,
  mailedCode,
  newEmail,
  openTimes,
  signUp,
  signUpWithoutName,
} from './calls.ts'
import { expect, test } from './server.ts'
import { enterEmailAndCode, downloadFrom } from './steps.ts'

test.describe.configure({ mode: 'parallel' })

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })

async function whoIs(request: APIRequestContext): Promise<User> {
  return call(request, 'GET /api/auth/user')
}

/** Makes the next calls to that address fail; returns a function that undoes it. */
async function breakCalls(page: Page, url: string | RegExp, method: string) {
  await page.route(url, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { message: 'Something broke.', code: 'internal' } })
      : route.continue(),
  )
  return () => page.unroute(url)
}

test('a customer edits their name and phone, and cancels an edit', async ({ page }) => {
  const { email } = await signUpWithoutName(page.request, 'customer')
  await page.goto('/booking')
  await press(page.getByRole('main'), the.link('Profile'))
  await expect(page).toHaveURL('/profile')
  await see(page, 'Member since')
  await expect(page.getByText('Not given')).toHaveCount(3)

  await press(page, 'Edit')
  await expect(page.getByLabel('First name')).toBeFocused()
  await save(page).click()
  await see(page, 'First name is required')
  await expectAccessible(page)
  await fillIn(page, { 'First name': 'Nobody' })
  await press(page, 'Cancel', 'Discard changes')
  await expect(page.getByText('Not given')).toHaveCount(3)

  await press(page, 'Edit')
  await fillIn(page, { 'First name': 'Ada', 'Last name': 'Lovelace', Phone: '(555) 010-0001' })
  const mend = await breakCalls(page, '**/api/auth/user', 'PATCH')
  await save(page).click()
  await see(page, the.first(the.text('Error updating profile')))
  await see(page, the.first(the.text('Something broke.')))
  await mend()
  await save(page).click()
  await see(page, the.first(the.text('Profile updated')))
  await see(page, the.heading('Ada Lovelace'))
  expect(await whoIs(page.request)).toMatchObject({
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+15550100001',
    email,
  })
})

test('a new e-mail takes effect once its code is entered', async ({ page }) => {
  const { email: before } = await signUpWithoutName(page.request, 'customer')
  const email = newEmail('moved')
  await page.goto('/profile')
  await press(page, 'Edit')
  await fillIn(page, { 'First name': 'Mo', 'Last name': 'Ved', 'E-mail': email.toUpperCase() })
  await save(page).click()
  const code = page.getByLabel('Code')
  await expect(code).toBeFocused()
  await see(page, `We are emailing a six-digit code to ${email}.`)
  await expectAccessible(page)
  const confirm = page.getByRole('button', { name: 'Confirm and save' })
  await confirm.click()
  await see(page, 'Enter the six digits from the e-mail')
  const right = await mailedCode(page.request, email)
  await code.fill(right === '111111' ? '222222' : '111111')
  await confirm.click()
  await see(page, 'That code is not right.')
  expect(await whoIs(page.request)).toMatchObject({ email: before, firstName: '' })

  // Changing the address hides the code field, and the new address needs a new code.
  await fillIn(page, { 'E-mail': before ?? '' })
  await expect(code).toHaveCount(0)
  await fillIn(page, { 'E-mail': email }, 'Send a new code')
  await expect(async () => {
    expect(await mailedCode(page.request, email)).not.toBe(right)
  }).toPass()
  await code.fill(await mailedCode(page.request, email))
  await confirm.click()
  await see(page, the.first(the.text('Profile updated')))
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible()
  expect(await whoIs(page.request)).toMatchObject({ email, firstName: 'Mo' })
  const mails = await call(page.request, 'GET /api/demo/outbox')
  expect(mails.find(({ recipient }) => recipient === before)?.body).toContain(email)
})

test('an e-mail already in use is refused with an explanation', async ({ page, request }) => {
  const { email } = await signUpWithoutName(request, 'customer')
  await signUpWithoutName(page.request, 'customer')
  await page.goto('/profile')
  await press(page, 'Edit')
  await fillIn(page, { 'First name': 'Mo', 'Last name': 'Ved', 'E-mail': email ?? '' })
  await save(page).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  await page.getByLabel('Code').fill(await mailedCode(page.request, email ?? ''))
  await press(page, 'Confirm and save')
  await see(page, the.first(the.text('Error updating profile')))
  await see(page, the.first(the.text('This e-mail address already has an account of its own.')))
})

test('a signed-out visitor to the profile logs in and returns to it', async ({ page }) => {
  const email = newEmail('back')
  await signUpWithoutName(page.request, 'customer', email)
  await page.context().clearCookies()
  await openPage(page, '/profile', the.heading('Please Log In'))
  await press(page, the.link('Go to Login'))
  await enterEmailAndCode(page, email)
  await see(page, the.heading('Your Profile'))
  await press(page, the.link('Sign Out'))
  await see(page, the.link('Get Started - Sign In'))
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

for (const role of ['technician', 'admin'] as const)
  test(`the ${role} has a profile too, which names who can close the account`, async ({ page }) => {
    await signInAs(page.request, role)
    // The office works on a wide screen, where the initials link to the profile.
    const wide = role === 'admin'
    if (wide) await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/')
    if (wide) await press(page, the.link(/^Profile of/))
    else {
      await press(page, 'Menu', the.menuItem('Profile'))
    }
    await see(page, the.heading('Your Profile'), /only the office can close your account/)
    await seeNone(page, the.button('Delete my account'))
    const refused = await page.request.delete('/api/auth/user', { data: { confirm: 'DELETE' } })
    expect(refused.status()).toBe(403)
    await page.getByRole('link', { name: 'Notifications' }).last().click()
    await see(page, the.title('Notifications'))
    await expect(page.getByRole('tab')).toHaveCount(0)
  })

test('preferences have defaults, are saved, and report a failed save', async ({ page }) => {
  await signUpWithoutName(page.request, 'customer')
  await page.goto('/profile')
  await press(page, the.link('Notification preferences'))
  const wish = (name: string) => page.getByRole('switch', { name })
  for (const name of ['Appointment reminders', 'Service updates', 'E-mail'])
    await expect(wish(name)).toBeChecked()
  for (const name of ['Text messages', 'Promotional Emails'])
    await expect(wish(name)).not.toBeChecked()
  await expect(wish('Text messages')).toBeDisabled()
  await see(page, 'There is no phone number in your profile yet.')
  await expectAccessible(page)

  await wish('Promotional Emails').check()
  await wish('Service updates').uncheck()
  const mend = await breakCalls(page, '**/api/user/notifications', 'PATCH')
  await press(page, 'Save Preferences')
  await see(page, the.first(the.text('Failed to update notification preferences.')))
  await expect(wish('Promotional Emails')).toBeChecked()
  await mend()
  await press(page, 'Save Preferences')
  await see(page, the.first(the.text('Preferences Updated')))
  await page.reload()
  await expect(wish('Promotional Emails')).toBeChecked()
  await expect(wish('Service updates')).not.toBeChecked()

  await press(page, the.link('Add a phone number'), 'Edit')
  await fillIn(page, { 'First name': 'Tex', 'Last name': 'Ter', Phone: '(555) 010-0002' })
  await save(page).click()
  await see(page, the.first(the.text('Profile updated')))
  await press(page, the.link('Notification preferences'))
  await wish('Text messages').check()
  await press(page, 'Save Preferences')
  await see(page, the.first(the.text('Preferences Updated')))
  expect(await whoIs(page.request)).toMatchObject({
    smsNotifications: true,
    marketingEmails: true,
    serviceUpdates: false,
  })
})

/** A visit whose technician writes this many messages, each of them a notification for the customer. */
async function muchNews(customer: APIRequestContext, staff: APIRequestContext, messages: number) {
  await signUp(customer, 'customer')
  const job = await bookTime(customer, (await openTimes(customer)).at(-1) ?? never())
  // Sent shortly after the booking, so that the last message is the newest notification.
  const news = () => call(customer, 'GET /api/notifications')
  await expect.poll(async () => (await news()).map(({ type }) => type)).toContain('job_booked')
  const technician = await signInAs(staff, 'technician')
  await signInAs(staff, 'admin')
  const params = { id: job.id }
  const named = { technicianId: technician.id }
  await call(staff, 'POST /api/jobs/{id}/assign', { params, body: named })
  await signInAs(staff, 'technician')
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

test('the bell counts to 9+ and opens all notifications', async ({ page, request }) => {
  const job = await muchNews(page.request, request, 22)
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Notifications, 2\d unread$/ })
  await expect(bell).toBeVisible()
  await see(page, the.text('9+'))
  await bell.click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await press(dialog, the.link('View all notifications'))
  await expect(page).toHaveURL('/notifications')
  await expect(dialog).toHaveCount(0)

  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(20)
  await expect(rows.first()).toContainText('News number 22')
  await expectAccessible(page)
  await press(page, 'Show older notifications')
  await expect.poll(() => rows.count()).toBeGreaterThan(22)
  const all = await rows.count()
  await see(page, `${all} notifications`)

  await rows.filter({ hasText: 'News number 22' }).click()
  await expect(page).toHaveURL(`/job/${job.id}/communication`)
  await page.goBack()
  await expect(rows.first()).not.toContainText('(unread)')

  const mend = await breakCalls(page, '**/api/notifications/read', 'PATCH')
  await press(page, 'Mark all as read')
  await see(page, the.first(the.text('Could not mark them as read')))
  await mend()
  await press(page, 'Mark all as read')
  await seeNone(page, '(unread)')
  await see(page, the.button('Notifications', { exact: true }))
  await seeNone(page, the.text('9+'))
  const list = await call(page.request, 'GET /api/notifications')
  expect(list.every(({ read }) => read)).toBe(true)
})

test('an empty list shows a message, and a list that failed to load can be retried', async ({
  page,
}) => {
  // Connecting would make the page retry failed loads.
  await page.routeWebSocket('**/ws', () => {})
  await signUpWithoutName(page.request, 'customer')
  await openPage(page, '/notifications', 'Nothing new')
  const mend = await breakCalls(page, /\/api\/notifications\?/, 'GET')
  await page.reload()
  await see(page, 'Your notifications could not be loaded')
  await mend()
  await press(page, 'Try again')
  await see(page, 'Nothing new')
})

test("an account's data downloads as one file", async ({ page }) => {
  const { email } = await signUpWithoutName(page.request, 'customer')
  const car = await addCar(page.request)
  await page.goto('/profile')
  const mend = await breakCalls(page, '**/api/account/data', 'GET')
  await press(page, 'Download my data')
  await see(page, the.first(the.text('Your data could not be downloaded')))
  await mend()
  const { name, bytes } = await downloadFrom(page, () => press(page, 'Download my data'))
  expect(name).toMatch(/^fivequart-my-data-\d{4}-\d\d-\d\d\.json$/)
  const data = JSON.parse(bytes.toString()) as OwnData
  expect(data.profile.email).toBe(email)
  expect(data.vehicles.map(({ licensePlate }) => licensePlate)).toEqual([car.licensePlate])
  expect(data.jobs).toEqual([])
})

test('an account with an upcoming visit is not deleted, with the reason', async ({ page }) => {
  const { email } = await signUp(page.request, 'customer')
  await bookTime(page.request, (await openTimes(page.request)).at(-2) ?? never())
  await page.goto('/profile')
  await press(page, 'Delete my account')
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Delete for good' })
  await expectOff(confirm)
  await dialog.getByRole('textbox').fill('delete')
  await expectOff(confirm)
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('DELETE')
  await confirm.click()
  await see(dialog, /There is still an upcoming or active visit/)
  await expectAccessible(page)
  await press(dialog, the.link('Your Orders'))
  await expect(page).toHaveURL('/orders')
  expect(await whoIs(page.request)).toMatchObject({ email })
})

test('deleting an account signs it out everywhere, for good', async ({ page, newPage }) => {
  const email = newEmail('leaver')
  await signUpWithoutName(page.request, 'customer', email)
  await addCar(page.request)
  const elsewhere = await newPage()
  await call(elsewhere.request, 'POST /api/auth/email-code', { body: { email } })
  const code = await mailedCode(elsewhere.request, email)
  await call(elsewhere.request, 'POST /api/auth/email-code/verify', { body: { code } })

  await page.goto('/profile')
  await press(page, 'Delete my account')
  const dialog = page.getByRole('dialog')
  await press(dialog, 'Keep my account')
  await expect(dialog).toHaveCount(0)
  await press(page, 'Delete my account')
  await dialog.getByRole('textbox').fill(email)
  const mend = await breakCalls(page, '**/api/auth/user', 'DELETE')
  await press(dialog, 'Delete for good')
  await see(dialog, 'The account was not deleted')
  await mend()
  await dialog.getByRole('textbox').press('Enter')
  await see(page, the.first(the.text('Account deleted')))
  await see(page, the.link('Get Started - Sign In'))
  await expect(page).toHaveURL('/')
  for (const { request } of [page, elsewhere])
    expect((await request.get('/api/auth/user')).status()).toBe(401)
  const mails = await call(page.request, 'GET /api/demo/outbox')
  expect(mails.filter(({ recipient }) => recipient === email)).toEqual([])
  await page.reload()
  await see(page, the.link('Get Started - Sign In'))

  expect(await signUpWithoutName(page.request, null, email)).toMatchObject({
    role: null,
    firstName: '',
  })
})

test('a visitor who undoes a change of e-mail sees that it was done', async ({ page, newPage }) => {
  const { email: former } = await signUp(page.request, 'customer')
  if (!former) throw new Error('No address')
  const email = newEmail('other')
  const body = { firstName: 'Pat', lastName: 'Person', email }
  await page.request.patch('/api/auth/user', { data: body })
  const emailCode = await mailedCode(page.request, email)
  await call(page.request, 'PATCH /api/auth/user', { body: { ...body, emailCode } })
  const linkIn = async (recipient: string, path: RegExp) => {
    const sent = await call(page.request, 'GET /api/demo/outbox')
    return (
      sent.flatMap((one) => (one.recipient === recipient && path.exec(one.body)) || [])[0] ?? ''
    )
  }
  const undoLink = () => linkIn(former, /\/undo-email\/[\w.-]+/)
  await expect.poll(undoLink).not.toBe('')
  const visitor = await newPage()
  await openPage(visitor, await undoLink())
  const answered = visitor.waitForResponse('**/api/auth/user')
  await press(visitor, 'Undo the change')
  await answered
  await see(visitor, `Your account uses ${former} again`)
})
