import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { travelTo } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { guestLinks } from '#server/database/tables/credentials.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { users } from '#server/database/tables/users.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import {
  anotherCode,
  byNumber,
  mailedCode,
  openBrowser,
  signInByCode,
} from '#server/features/accounts/test-site.ts'
import { monday, sunday, tuesday } from '#server/features/booking/test-customer.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import {
  ask,
  bookAsGuest,
  confirm,
  confirmationsWritten,
  email,
  guestAtHome,
  mailWith,
} from './test-guest.ts'
import { labelAt, slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ at: monday, env: { TRUST_PROXY: '1' } })

const bookedJobs = () => db().select().from(jobs)

test('a stranger books with the mailed code, becomes a customer without a session, and gets the link by mail', async () => {
  const { browser, form } = await guestAtHome(app)
  const asked = await ask(browser, form)
  expect(asked).toMatchObject({ status: 202, body: { success: true, expiresInSeconds: 600 } })
  expect(await bookedJobs()).toHaveLength(0)
  expect(await db().select().from(users)).toHaveLength(0)

  const answer = await confirm(browser, form, await mailedCode(email))
  expect(answer).toMatchObject({
    status: 201,
    body: {
      job: {
        status: 'scheduled',
        scheduledDate: tuesday,
        scheduledTime: labelAt(1),
        totalAmount: '129.99',
        vehicle: { make: 'Toyota', licensePlate: 'GST 1' },
        customer: { name: 'Gail Guest' },
      },
    },
  })
  const [user] = await db().select().from(users)
  expect(user).toMatchObject({
    email,
    role: 'customer',
    firstName: 'Gail',
    lastName: 'Guest',
    phone: '+15550107788',
    loginCount: 0,
  })
  expect(browser.cookies.has('fq_session')).toBe(false)
  expect((await browser.call('GET /api/auth/user')).status).toBe(401)

  const { token } = answer.body
  await confirmationsWritten()
  const mail = await mailWith(email, `http://fivequart.example/guest/${token}`)
  expect(mail?.body).toContain('Tuesday, November 24, 8:00 AM')
  const [link] = await db().select().from(guestLinks)
  expect(link?.jobId).toBe(answer.body.job.id)
  expect(JSON.stringify(link)).not.toContain(token)
})

test("the code's mail names the visit, and differs from the sign-in mail", async () => {
  const { browser, form } = await guestAtHome(app)
  await ask(browser, form)
  const mail = await mailWith(email, await mailedCode(email))
  expect(mail?.subject).toMatch(/^\d{6} confirms your visit from Fivequart$/)
  expect(mail?.body).toContain(
    'It books an oil change for the 2018 Toyota Camry on Tuesday, November 24, 8:00 AM',
  )
  await browser.call('POST /api/auth/email-code', { body: { email: 'other@example.com' } })
  const signIn = await mailWith('other@example.com', await mailedCode('other@example.com'))
  expect(signIn?.subject).toMatch(/^\d{6} is your Fivequart code$/)
})

test('a guest who signs in later with the same e-mail sees the visit', async () => {
  const { browser, form } = await guestAtHome(app)
  const { body } = await bookAsGuest(browser, form)
  expect((await signInByCode(browser, email)).body).toMatchObject({ role: 'customer' })
  const own = await browser.call('GET /api/jobs/customer')
  expect(own.body.map((job: { id: string }) => job.id)).toEqual([body.job.id])
})

test('an existing customer gets the visit, and their details are not overwritten', async () => {
  const customer = await makeUser({ email, firstName: 'Abigail', phone: '(555) 010-0001' })
  const car = await makeVehicle(customer.id, { licensePlate: 'GST-1' })
  const { browser, form } = await guestAtHome(app)
  const { body } = await bookAsGuest(browser, form)
  expect(body.job).toMatchObject({ customerId: customer.id, vehicleId: car.id })
  const [user] = await db().select().from(users).where(eq(users.id, customer.id))
  expect(user).toMatchObject({ firstName: 'Abigail', phone: '(555) 010-0001' })
  expect(await db().select().from(vehicles)).toHaveLength(1)
})

test("a plate on another car of the customer is reported only to the e-mail's owner", async () => {
  const customer = await makeUser({ email })
  await makeVehicle(customer.id, { licensePlate: 'GST-1', make: 'Honda', model: 'Fit' })
  const { browser, form } = await guestAtHome(app)
  expect((await ask(browser, form)).status).toBe(202)
  const answer = await confirm(browser, form, await mailedCode(email))
  expect(answer).toMatchObject({
    status: 409,
    body: { details: { fields: [{ path: 'vehicle.licensePlate' }] } },
  })
  expect(answer.body.message).toContain('2018 Honda Fit in this account already has this plate.')
  expect(await db().select().from(vehicles)).toHaveLength(1)
})

test('before the code, no answer reveals whether the e-mail has an account', async () => {
  await makeUser({ email: 'member@example.com' })
  await makeUser({ email: 'boss@example.com', role: 'admin' })
  await makeUser({ email: 'gone@example.com', deactivatedAt: new Date() })
  const seen = []
  for (const who of ['nobody', 'member', 'boss', 'gone']) {
    const { browser, form } = await guestAtHome(app)
    const sent = { ...form, email: `${who}@example.com` }
    const asked = await ask(browser, sent)
    const wrong = await confirm(browser, sent, anotherCode(await mailedCode(`${who}@example.com`)))
    seen.push([asked.status, asked.body, wrong.status, wrong.body])
  }
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
})

test('employees and closed accounts are refused only after the code, and nothing is booked', async () => {
  await makeUser({ email: 'boss@example.com', role: 'admin' })
  await makeUser({ email: 'gone@example.com', deactivatedAt: new Date() })
  const { browser, form } = await guestAtHome(app)
  expect(await bookAsGuest(browser, { ...form, email: 'boss@example.com' })).toMatchObject({
    status: 409,
    body: { details: { reason: 'staff' } },
  })
  const closed = await bookAsGuest(browser, { ...form, email: 'gone@example.com' })
  expect(closed.status).toBe(403)
  expect(await bookedJobs()).toHaveLength(0)
})

test.each([
  ['name', { name: ' ' }, 'Please enter your name'],
  ['email', { email: 'gail' }, 'Invalid email address'],
  ['phone', { phone: '' }, 'Please enter your phone number'],
  ['vehicle.make', { vehicle: {} }, 'Please enter vehicle make'],
  ['serviceAddress', { serviceAddress: '' }, 'Please enter service address'],
  ['scheduledTime', { scheduledTime: '7' }, 'Please select a time'],
])('%s is asked for', async (path, change, message) => {
  const { browser, form } = await guestAtHome(app)
  const answer = await ask(browser, { ...form, ...change })
  expect(answer.status).toBe(400)
  expect(answer.body.details.fields).toContainEqual({ path, message })
})

test('an impossible booking is refused before a code is mailed', async () => {
  const { browser, form } = await guestAtHome(app)
  const closed = await ask(browser, { ...form, scheduledDate: sunday })
  expect(closed).toMatchObject({
    status: 400,
    body: { details: { title: 'Invalid Service Day' } },
  })
  const vehicle = { ...form.vehicle, make: 'Tesla', model: 'Model 3' }
  const electric = await ask(browser, { ...form, vehicle })
  expect(electric.body.message).toBe(
    "2018 Tesla Model 3 is fully electric and doesn't need an oil change.",
  )
  await makeJob({ serviceDate: tuesday, slot: slotAt(1), customerId: (await makeUser()).id })
  const full = await ask(browser, form)
  expect(full.status).toBe(409)
  expect(full.body.details.availability.slots[0]).toEqual({
    timeSlot: labelAt(1),
    status: 'full',
  })
  await expect(mailedCode(email)).rejects.toThrow('No code was mailed')
})

test('a wrong code, browser or address books nothing', async () => {
  const { browser, form } = await guestAtHome(app)
  await ask(browser, form)
  const code = await mailedCode(email)
  expect(await confirm(browser, form, anotherCode(code))).toMatchObject({
    status: 400,
    body: { details: { reason: 'wrong', triesLeft: 4 } },
  })
  expect(await confirm(openBrowser(app.app), form, code)).toMatchObject({
    status: 400,
    body: { details: { reason: 'expired' } },
  })
  expect(await confirm(browser, { ...form, email: 'other@example.com' }, code)).toMatchObject({
    status: 400,
    body: { details: { reason: 'expired' } },
  })
  expect(await bookedJobs()).toHaveLength(0)
})

test('after ten minutes the code has expired', async () => {
  const { browser, form } = await guestAtHome(app)
  await ask(browser, form)
  const code = await mailedCode(email)
  travelTo(new Date(monday.getTime() + 11 * 60_000))
  expect(await confirm(browser, form, code)).toMatchObject({
    status: 400,
    body: { details: { reason: 'expired' } },
  })
})

test('five wrong codes use it up', async () => {
  const { browser, form } = await guestAtHome(app)
  await ask(browser, form)
  const code = await mailedCode(email)
  for (let tries = 0; tries < 5; tries++) await confirm(browser, form, anotherCode(code))
  expect(await confirm(browser, form, code)).toMatchObject({
    status: 400,
    body: { details: { reason: 'used_up' } },
  })
})

test('a double submit books once; the second answer is that it is already booked', async () => {
  const { browser, form } = await guestAtHome(app)
  await ask(browser, form)
  const code = await mailedCode(email)
  const answers = await Promise.all([1, 2, 3].map(() => confirm(browser, form, code)))
  expect(answers.map(({ status }) => status).sort(byNumber)).toEqual([201, 409, 409])
  const later = await confirm(browser, { ...form, scheduledTime: labelAt(2) }, code)
  expect(later).toMatchObject({ status: 409, body: { details: { reason: 'already_booked' } } })
  expect(await bookedJobs()).toHaveLength(1)
  expect(await db().select().from(users)).toHaveLength(1)
})

test('if the slot is lost before confirming, the answer has current availability, and the code still works', async () => {
  const { browser, form } = await guestAtHome(app)
  await ask(browser, form)
  const code = await mailedCode(email)
  await makeJob({ serviceDate: tuesday, slot: slotAt(1), customerId: (await makeUser()).id })
  const lost = await confirm(browser, form, code)
  expect(lost.status).toBe(409)
  expect(lost.body.details.availability).toMatchObject({ date: tuesday, open: true })
  expect(await db().select().from(users).where(eq(users.email, email))).toHaveLength(0)
  const other = await confirm(browser, { ...form, scheduledTime: labelAt(2) }, code)
  expect(other.status).toBe(201)
})

test('codes are limited per e-mail, except for a browser that has confirmed it before', async () => {
  const { browser, form } = await guestAtHome(app)
  const statuses = []
  for (let i = 0; i < 5; i++) statuses.push((await ask(browser, form)).status)
  expect(statuses).toEqual([202, 202, 202, 429, 429])
  const known = (await guestAtHome(app, '192.0.2.1')).browser
  await bookAsGuest(known, form)
  const next = { ...form, scheduledTime: labelAt(2) }
  for (let i = 0; i < 5; i++) expect((await ask(known, next)).status).toBe(202)
})

test('HTML in any field stays text', async () => {
  const { browser, form } = await guestAtHome(app)
  const html = '<img src=x onerror=alert(1)>'
  const serviceAddress = `12 ${html}, Austin, TX 78701`
  const sent = { ...form, name: html, serviceAddress, customerNotes: html }
  const { body } = await bookAsGuest(browser, sent)
  expect(body.job).toMatchObject({ serviceAddress, customerNotes: html })
})

test('a guest who books with an account’s e-mail is met and called under the name and number they typed', async () => {
  const ada = await makeUser({
    email,
    firstName: 'Ada',
    lastName: 'Lovelace',
    phone: '+15125550100',
  })
  const { browser, form } = await guestAtHome(app)
  const booked = await bookAsGuest(browser, { ...form, phone: '512 555 0188' })
  expect(booked).toMatchObject({ status: 201, body: { job: { customer: { name: 'Gail Guest' } } } })
  const [account] = await db().select().from(users).where(eq(users.id, ada.id))
  expect(account).toMatchObject({ firstName: 'Ada', phone: '+15125550100' })
  const params = { id: booked.body.job.id as string }

  const technician = await app.as('technician')
  await technician.call('POST /api/jobs/{id}/claim', { params })
  expect((await technician.call('GET /api/jobs/{id}', { params })).body.customer).toEqual({
    id: ada.id,
    name: 'Gail Guest',
    phone: '+15125550188',
    email: null,
  })
  const admin = await app.as('admin')
  expect((await admin.call('GET /api/jobs/{id}', { params })).body.customer).toMatchObject({
    name: 'Gail Guest',
    phone: '+15125550188',
    email,
    accountName: 'Ada Lovelace',
  })
  const board = await admin.call('GET /api/admin/board', { query: { date: tuesday } })
  expect(JSON.stringify(board.body)).toContain('Gail Guest')
  const another = await bookAsGuest(browser, {
    ...form,
    name: 'ada  lovelace',
    phone: '(512) 555-0100',
    scheduledTime: labelAt(2),
    vehicle: { ...form.vehicle, licensePlate: 'gst 2' },
  })
  expect(another.body.job.customer).toMatchObject({ name: 'Ada Lovelace' })
})
