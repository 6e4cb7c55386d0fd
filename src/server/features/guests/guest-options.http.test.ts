import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeAddon } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { inside, makeSpot, outside } from '#server/features/service-area/test-spots.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import {
  ask,
  bookAsGuest,
  confirmationsWritten,
  email,
  guestAtHome,
  mailWith,
} from './test-guest.ts'

const app = useTestApp({ at: monday })
beforeEach(async () => {
  await makeSpot()
})

test('a guest books add-ons and describes access to the car', async () => {
  const { browser, form } = await guestAtHome(app)
  const addon = await makeAddon({ priceCents: 3999 })
  const options = { accessNotes: 'Gate 4711', addons: [addon.id], serviceAddress: inside }
  const { status, body } = await bookAsGuest(browser, { ...form, ...options })
  expect(status).toBe(201)
  expect(body.job).toMatchObject({
    accessNotes: 'Gate 4711',
    finalAmount: '169.98',
    needsConfirmation: false,
    addons: [{ addonServiceId: addon.id }],
  })
  await confirmationsWritten()
  expect((await mailWith(email, '/guest/'))?.body).toContain("You're booked!")
})

test('an add-on off sale is refused before a code is mailed', async () => {
  const { browser, form } = await guestAtHome(app)
  const gone = await makeAddon({ isActive: false })
  const answer = await ask(browser, { ...form, addons: [gone.id] })
  expect([answer.status, answer.body.message]).toEqual([
    400,
    'An add-on you chose is no longer offered. Please choose again.',
  ])
  expect(await mailWith(email, 'code')).toBeUndefined()
})

test('outside the service area a guest makes a request, and the mail explains that', async () => {
  const { browser, form } = await guestAtHome(app)
  const { body } = await bookAsGuest(browser, { ...form, serviceAddress: outside })
  expect(body.job.needsConfirmation).toBe(true)
  expect(await db().select().from(jobs)).toMatchObject([{ needsConfirmation: true }])
  await confirmationsWritten()
  expect((await mailWith(email, '/guest/'))?.body).toContain('Request received')
})
