import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  address,
  answerOf,
  bookingAnswers,
  conventional,
  firstDay,
  home,
  nextStep,
  slot,
  synthetic,
} from '#client/testing/test-booking.ts'
import { aDay, aJob, aPerson } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import GuestBooking from './guest-booking.tsx'
import { labelAt } from '#shared/rules/test-slots.ts'

const ask = 'POST /api/guest-bookings'
const confirm = 'POST /api/guest-bookings/confirm'

const show = (answers: Answers = {}, person = null as ReturnType<typeof aPerson> | null) =>
  showPage(<GuestBooking />, {
    at: '/guest-booking',
    person,
    answers: {
      ...bookingAnswers,
      'GET /api/vehicles/suggestions': { Toyota: { Camry: '2010-2020' } },
      [ask]: { success: true, expiresInSeconds: 600 },
      [confirm]: { job: aJob(), token: 'secret' },
      ...answers,
    },
  })
const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const make = page.getByRole('combobox', { name: 'Make' })
const model = page.getByRole('combobox', { name: 'Model' })
const submit = page.getByRole('button', { name: 'Submit Booking' })

const vehicle = { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'GST 1' }

async function describeCar() {
  await userEvent.fill(make, vehicle.make)
  await userEvent.fill(model, vehicle.model)
  await userEvent.fill(field('Year'), vehicle.year)
  await userEvent.fill(field('License plate'), vehicle.licensePlate)
}

/** Answers everything up to the mailed code. */
async function answerAll() {
  await describeCar()
  await nextStep.click()
  await expect.element(page.getByRole('radio', { name: /Full Synthetic/ })).toBeChecked()
  await nextStep.click()
  await slot(/^9:30 AM/).click()
  await userEvent.fill(address, home)
  await nextStep.click()
  await userEvent.fill(field('Name'), 'Gail Guest')
  await userEvent.fill(field('E-mail'), 'Gail@Example.com ')
  await userEvent.fill(field('Phone'), '(555) 010-7788')
  await nextStep.click()
  await expect.element(field('Code')).toHaveFocus()
}

test('one question is open at a time, the next opens with the focus in it', async () => {
  await show()
  await expect.element(field('VIN (optional)')).toBeVisible()
  for (const title of ['Package', 'Day and time', 'Where is the car?', 'Your details'])
    await expect.element(answerOf(title)).toBeVisible()
  await expect.element(address).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'Sign In' })).toBeVisible()

  await nextStep.click()
  await expect.element(make).toHaveFocus()
  await expect.element(page.getByText('Please enter vehicle make')).toBeVisible()
  await expect.element(page.getByText('Please enter license plate')).toBeVisible()
  await describeCar()
  await userEvent.keyboard('{Enter}')
  await expect.element(answerOf('Which car?', '2018 Toyota Camry · GST 1')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: /Full Synthetic/ })).toHaveFocus()
  await page.getByRole('radio', { name: /Conventional/ }).click()
  await nextStep.click()
  await expect.element(answerOf('Package', 'Conventional.*89.99')).toBeVisible()
  await slot(/^9:30 AM/).click()
  await expect.element(address).toHaveFocus()
  await userEvent.fill(address, home)
  await nextStep.click()
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(nextStep).toHaveTextContent('Email me a code')
})

test('the mailed code books; a wrong one is reported, and everything stays', async () => {
  const { server } = await show({ [confirm]: refusal('invalid', 'This code is not right.') })
  await answerAll()
  const sent = {
    name: 'Gail Guest',
    email: 'gail@example.com',
    phone: '(555) 010-7788',
    vehicle,
    scheduledDate: firstDay,
    scheduledTime: labelAt(2),
    servicePackageId: synthetic.id,
    serviceAddress: home,
    accessNotes: '',
    customerNotes: '',
    addons: [],
    seenPrice: '129.99',
  }
  expect(server.asked(ask)[0]?.body).toEqual(sent)
  await userEvent.fill(field('Code'), ' 111-111 ')
  await expect.element(field('Code')).toHaveValue('111111')
  await submit.click()
  await expect.element(page.getByText('This code is not right.')).toBeVisible()

  await page.getByRole('button', { name: 'Change something' }).click()
  await answerOf('Package').click()
  await page.getByRole('radio', { name: /Conventional/ }).click()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect.element(field('Code')).toHaveFocus()
  await expect.element(page.getByText('This code is not right.')).not.toBeInTheDocument()
  server.answer({ [confirm]: { job: aJob(), token: 'secret' } })
  await userEvent.fill(field('Code'), '222222')
  await submit.click()
  await expect.poll(() => location.pathname).toBe('/guest/secret')
  expect(server.asked(confirm).at(-1)?.body).toEqual({
    ...sent,
    servicePackageId: conventional.id,
    seenPrice: '89.99',
    code: '222222',
  })
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('if a slot is lost while the code is typed, another is booked with the same code', async () => {
  const lost = refusal('conflict', 'This time is no longer available.', {
    availability: aDay(firstDay, ['full', 'full']),
  })
  const { server } = await show({ [confirm]: lost })
  await answerAll()
  await userEvent.fill(field('Code'), '222222')
  await submit.click()
  await expect.element(page.getByText('This time is no longer available.')).toBeVisible()
  await expect.element(slot(/^9:30 AM/)).toBeDisabled()
  await expect.element(answerOf('Where is the car?', '500 Congress Ave')).toBeVisible()
  server.answer({ [confirm]: { job: aJob(), token: 'secret' } })
  await slot(/^1:00 PM/).click()
  await submit.click()
  await expect.poll(() => location.pathname).toBe('/guest/secret')
  expect(server.asked(ask)).toHaveLength(1)
  expect(server.asked(confirm).at(-1)?.body).toMatchObject({
    scheduledTime: labelAt(3),
    code: '222222',
  })
})

test("the server's refusals are shown at their fields, in their question", async () => {
  const fields = [{ path: 'vehicle.year', message: 'Nobody builds that yet.' }]
  await show({ [ask]: refusal('invalid', 'No.', { fields }) })
  await describeCar()
  await nextStep.click()
  await nextStep.click()
  await slot(/^9:30 AM/).click()
  await userEvent.fill(address, home)
  await nextStep.click()
  await userEvent.fill(field('Name'), 'Gail Guest')
  await userEvent.fill(field('E-mail'), 'gail@example.com')
  await userEvent.fill(field('Phone'), '(555) 010-7788')
  await nextStep.click()
  await expect.element(page.getByText('Nobody builds that yet.')).toBeVisible()
  await expect.element(field('Year')).toHaveFocus()
  await expect.element(make).toHaveValue('Toyota')
  await expect.element(answerOf('Your details', 'Gail Guest')).toBeVisible()
})

test('returning restores everything, including the question for the code', async () => {
  const { unmount } = await show()
  await describeCar()
  await unmount()
  const again = await show()
  await expect.element(model).toHaveValue('Camry')
  await answerAll()
  await again.unmount()
  const { server } = await show()
  await userEvent.fill(field('Code'), '222222')
  await submit.click()
  await expect.poll(() => location.pathname).toBe('/guest/secret')
  expect(server.asked(confirm)[0]?.body).toMatchObject({ vehicle, serviceAddress: home })
})

test('a new code that was not sent is reported, and the first one still books', async () => {
  const { server } = await show()
  await answerAll()
  server.answer({ [ask]: refusal('too_many', 'Please wait a minute.') })
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect.element(page.getByText('Please wait a minute.').first()).toBeVisible()
  await userEvent.fill(field('Code'), '222222')
  await submit.click()
  await expect.poll(() => location.pathname).toBe('/guest/secret')
})

test('a booking already made refers to the mail', async () => {
  const { server } = await show({
    [confirm]: refusal('conflict', 'This visit is booked already.', { reason: 'already_booked' }),
  })
  await answerAll()
  await userEvent.fill(field('Code'), '222222')
  await submit.click()
  await expect.element(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
  expect(server.asked(confirm)).toHaveLength(1)
})

test('the VIN fills in the car, errors go; typing another car discards it', async () => {
  await show({
    'POST /api/vehicles/vin-lookup': {
      success: true,
      vehicleSpec: {
        vin: '4T1BF1FK6CU012345',
        year: '2012',
        make: 'Toyota',
        model: 'Camry',
        oilType: 'full_synthetic',
        oilCapacity: 4.6,
        recommendedServiceLevel: 'full_synthetic',
        capacitySource: 'table',
        confidence: 'high',
      },
    },
  })
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(field('Year')).toBeInvalid()
  await userEvent.fill(field('VIN (optional)'), '4t1bf1fk6cu012345')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Vehicle Found!')).toBeVisible()
  await expect.element(field('Year')).toHaveValue('2012')
  // The error was about the empty field.
  await expect.element(field('Year')).toBeValid()
  await userEvent.fill(model, 'Corolla')
  await expect.element(page.getByText('Vehicle Found!')).not.toBeInTheDocument()
})

test('a signed-in user need not type their details, and gets a link to their own cars', async () => {
  await show({}, aPerson())
  await expect.element(answerOf('Your details', 'Dana Reyes · dana@example.com')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Book Service' })).toBeVisible()
})
