import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  address,
  answerOf,
  bookingAnswers,
  city,
  conventional,
  diesel,
  firstDay,
  home,
  nextStep,
  slot,
  synthetic,
  wipers,
  zipCode,
} from '#client/testing/test-booking.ts'
import { aBusiness, aDay, aJob, aPackage, aPerson, aVehicle } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import Booking from './booking.tsx'
import { labelAt } from '#shared/rules/test-slots.ts'

const book = 'POST /api/bookings'
const accord = aVehicle()
const civic = aVehicle({ model: 'Civic', licensePlate: 'CIV 1' })
const earlier = aJob({ serviceAddress: home, accessNotes: 'Blue gate' })

const show = (answers: Answers = {}, person = aPerson()) =>
  showPage(<Booking />, {
    at: '/booking',
    person,
    answers: {
      ...bookingAnswers,
      'GET /api/vehicles': [accord, civic],
      'GET /api/jobs/customer': [],
      [book]: [aJob()],
      ...answers,
    },
  })
const oneCarAtHome = { 'GET /api/vehicles': [accord], 'GET /api/jobs/customer': [earlier] }
const car = (model: string) => page.getByRole('radio', { name: new RegExp(model) })
const booked = page.getByRole('heading', { name: "You're Booked!" })

test("a reminder's link asks only for the time: car, package and place are as last time", async () => {
  const last = aJob({
    vehicleId: civic.id,
    servicePackageId: conventional.id,
    serviceAddress: home,
  })
  const { server } = await showPage(<Booking />, {
    at: `/booking?again=${last.id}`,
    person: aPerson(),
    answers: {
      ...bookingAnswers,
      'GET /api/vehicles': [accord, civic],
      'GET /api/jobs/customer': [aJob({ serviceAddress: '9 Other St, Austin, TX 78701' }), last],
      [book]: [aJob()],
    },
  })
  await expect.element(answerOf('Which car?', '2018 Honda Civic')).toBeVisible()
  await expect.element(answerOf('Package', 'Conventional')).toBeVisible()
  await slot(/^9:30 AM/).click()
  await nextStep.click()
  await expect.element(booked).toHaveFocus()
  expect(server.asked(book)).toMatchObject([
    {
      body: {
        visits: [{ vehicleId: civic.id, servicePackageId: conventional.id }],
        serviceAddress: home,
      },
    },
  ])
})

test('car, package, time and address are asked in turn, and booked', async () => {
  const { server } = await show()
  await expect.element(page.getByText('From $89.99')).toBeVisible()
  await car('Accord').click()
  await expect.element(answerOf('Which car?', '2018 Honda Accord · LMX 4821')).toBeVisible()
  await answerOf('Package').click()
  await expect.element(page.getByRole('radio', { name: /Full Synthetic/ })).toBeChecked()
  const notForIt = page.getByRole('radio', { name: /Diesel/ })
  await expect.element(notForIt).toHaveAccessibleDescription('Not for this engine')
  await page.getByRole('radio', { name: /Conventional/ }).click()
  await page.getByRole('checkbox', { name: /Wiper blades/ }).click()
  await nextStep.click()
  await expect.element(answerOf('Package', 'Conventional.*89.99.*Wiper blades')).toBeVisible()
  await slot(/^9:30 AM/).click()
  await expect.element(address).toHaveFocus()
  await userEvent.fill(address, '12 Elm St')
  await userEvent.fill(zipCode, '78701')
  await expect.element(city).toHaveValue('Austin')
  await expect.element(page.getByText('$129.98').first()).toBeVisible()
  await nextStep.click()
  await expect.element(booked).toHaveFocus()
  expect(server.asked(book).map(({ body }) => body)).toEqual([
    {
      visits: [
        {
          vehicleId: accord.id,
          scheduledDate: firstDay,
          scheduledTime: labelAt(2),
          servicePackageId: conventional.id,
          addons: [wipers.id],
          seenPrice: '129.98',
        },
      ],
      serviceAddress: '12 Elm St, Austin, TX 78701',
      accessNotes: '',
      customerNotes: 'Auto-matched service',
    },
  ])
})

test('a returning customer with one car books with two taps', async () => {
  const { server } = await show(oneCarAtHome)
  await expect.element(answerOf('Where is the car?', 'Blue gate')).toBeVisible()
  await expect.element(nextStep).toHaveTextContent('Submit Booking')
  await slot(/^9:30 AM/).click()
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book)[0]?.body).toMatchObject({ accessNotes: 'Blue gate' })
})

test('a returning customer first sees the best times at the last address, for the package', async () => {
  const near = aDay('2026-05-06').slots.map((one, at) => (at === 2 ? { ...one, best: true } : one))
  const there = [aDay(firstDay, ['full']), { ...aDay('2026-05-06'), slots: near }]
  const { server } = await show({
    ...oneCarAtHome,
    'GET /api/availability': ({ query }: { query: Record<string, string> }) =>
      query.address ? there : bookingAnswers['GET /api/availability'],
  })
  const best = page.getByRole('group', { name: 'We’re near you at these times' })
  await best.getByRole('radio', { name: /Wed, May 6, 1:00 PM/ }).click()
  await expect.element(answerOf('Day and time', '1:00 PM')).toBeVisible()
  expect(server.asked('GET /api/availability').at(-1)?.query).toMatchObject({
    address: home,
    servicePackageId: synthetic.id,
  })
})

test('a new customer gives the address first to see the best times, and then chooses one', async () => {
  await show({ 'GET /api/vehicles': [accord] })
  await page.getByRole('button', { name: 'See times when we’re near you' }).click()
  await expect.element(address).toHaveFocus()
  await address.fill(home)
  await nextStep.click()
  await expect.element(slot(/^9:30 AM/)).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'See times when we’re near you' }))
    .not.toBeInTheDocument()
})

test('a lost slot is asked for again, and nothing else', async () => {
  const lost = refusal('conflict', 'This time is no longer available.', {
    availability: aDay(firstDay, ['full', 'full']),
  })
  const { server } = await show({ ...oneCarAtHome, [book]: lost })
  await slot(/^9:30 AM/).click()
  await nextStep.click()
  // In the form, as a toast disappears.
  await expect.element(page.getByText('This time is no longer available.')).toBeVisible()
  await expect.element(slot(/^9:30 AM/)).toHaveAccessibleDescription('Taken')
  await expect.element(slot(/^1:00 PM/)).toHaveFocus()
  await expect.element(answerOf('Where is the car?', '500 Congress Ave')).toBeVisible()
  server.answer({ [book]: [aJob()] })
  await slot(/^1:00 PM/).click()
  await nextStep.click()
  await expect.element(booked).toBeVisible()
})

test('a changed price is reported, and the new one shown before booking', async () => {
  const message = 'The price has changed from $129.99 to $139.99. Please check it again.'
  const details = { reason: 'price', price: '139.99' }
  const { server } = await show({ ...oneCarAtHome, [book]: refusal('conflict', message, details) })
  await slot(/^9:30 AM/).click()
  server.answer({ 'GET /api/service-packages': [aPackage({ basePrice: 139.99 })] })
  await nextStep.click()
  await expect.element(page.getByText(message).first()).toBeVisible()
  await expect.element(page.getByText('$139.99').first()).toBeVisible()
  server.answer({ [book]: [aJob()] })
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book).map(({ body }) => body.visits[0]?.seenPrice)).toEqual([
    '129.99',
    '139.99',
  ])
})

test('sales tax switched on in the meantime is shown for confirmation, at the local rate', async () => {
  const message = 'The price has changed from $129.99 to $142.99. Please check it again.'
  const details = { reason: 'price', price: '142.99' }
  const { server } = await show({ ...oneCarAtHome, [book]: refusal('conflict', message, details) })
  await slot(/^9:30 AM/).click()
  await expect.element(page.getByText('plus sales tax')).not.toBeInTheDocument()
  server.answer({
    'GET /api/config': aBusiness({ salesTaxRateBp: 825 }),
    'GET /api/service-area': { answer: 'inside', salesTaxRateBp: 1000 },
  })
  await nextStep.click()
  await expect.element(page.getByText('plus sales tax 10%')).toBeVisible()
  await expect.element(page.getByText('$142.99').first()).toBeVisible()
  server.answer({ [book]: [aJob()] })
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book).map(({ body }) => body.visits[0]?.seenPrice)).toEqual([
    '129.99',
    '142.99',
  ])
})

test("the server's refusals are shown at their fields, and can be resent", async () => {
  const fields = [{ path: 'serviceAddress', message: 'This street is not known.' }]
  const { server } = await show({ ...oneCarAtHome, [book]: refusal('invalid', 'No.', { fields }) })
  await slot(/^9:30 AM/).click()
  await nextStep.click()
  await expect.element(page.getByText('This street is not known.')).toBeVisible()
  await expect.element(address).toHaveFocus()
  await expect.element(address).toHaveValue('500 Congress Ave')
  server.answer({ [book]: [aJob()] })
  await userEvent.type(address, ' ')
  await expect.element(page.getByText('This street is not known.')).not.toBeInTheDocument()
  await nextStep.click()
  await expect.element(booked).toBeVisible()
})

test('a limit is reported in place with the way to a card, and everything stays', async () => {
  const message = 'Add a card to one of them to book another. If you cannot, please call us.'
  const details = { reason: 'visits_without_card', jobId: 'j1' }
  const { server } = await show({ ...oneCarAtHome, [book]: refusal('conflict', message, details) })
  await slot(/^9:30 AM/).click()
  await nextStep.click()
  await expect.element(page.getByRole('status').getByText(message)).toBeVisible()
  const addCard = page.getByRole('link', { name: 'Add a card' })
  await expect.element(addCard).toHaveAttribute('href', '/pre-authorize/j1')
  await expect.element(answerOf('Day and time', '9:30 AM')).toBeVisible()
  server.answer({ [book]: [aJob()] })
  await nextStep.click()
  await expect.element(booked).toBeVisible()
})

test('a field of the second of two cars opens that car', async () => {
  const fields = [{ path: 'visits.1.servicePackageId', message: 'This is not sold any more.' }]
  await show({ [book]: refusal('invalid', 'No.', { fields }) })
  await car('Accord').click()
  await slot(/^9:30 AM/).click()
  await userEvent.fill(address, home)
  await page.getByRole('button', { name: 'Another car at this address' }).click()
  await expect.element(car('Accord')).toBeDisabled()
  await car('Civic').click()
  await expect.element(slot(/^9:30 AM/)).toHaveAccessibleDescription('Your other car')
  await slot(/^1:00 PM/).click()
  await nextStep.click()
  await expect.element(page.getByText('This is not sold any more.')).toBeVisible()
  await expect.element(answerOf('Which car?', 'Civic')).toBeVisible()
})

test('a day on which the car has a visit is not preselected, and shows why', async () => {
  const there = aJob({ vehicleId: accord.id, scheduledDate: firstDay, serviceAddress: home })
  await show({ ...oneCarAtHome, 'GET /api/jobs/customer': [there] })
  await expect.element(page.getByRole('radio', { name: /Wednesday, May 6/ })).toBeChecked()
  await page.getByRole('radio', { name: /May 5, This car already has a visit that day/ }).click()
  await expect
    .element(page.getByText(/^This car already has a visit that day. Choose/))
    .toBeVisible()
  await expect.element(slot(/^9:30 AM/)).toHaveAccessibleDescription('Not for this car')
  await expect.element(slot(/^9:30 AM/)).toBeDisabled()
})

test('after two steps back Forward works', async () => {
  const depth = () => (history.state as { booking?: { depth: number } } | null)?.booking?.depth
  await show()
  // A step is in the history shortly after it shows.
  await expect.poll(depth).toBeDefined()
  const first = depth() ?? 0
  await car('Civic').click()
  await expect.poll(depth).toBe(first + 1)
  await slot(/^9:30 AM/).click()
  await expect.element(address).toBeVisible()
  await expect.poll(depth).toBe(first + 2)
  history.back()
  await expect.element(slot(/^9:30 AM/)).toBeChecked()
  history.back()
  await expect.element(car('Civic')).toBeVisible()
  history.forward()
  await expect.element(slot(/^9:30 AM/)).toBeChecked()
  history.forward()
  await expect.element(address).toBeVisible()
})

test('going back, forward and returning keep typed text', async () => {
  const person = aPerson()
  const { unmount } = await show({}, person)
  await car('Civic').click()
  await slot(/^9:30 AM/).click()
  await userEvent.fill(address, home)
  await page.getByRole('button', { name: 'Add a note for the technician' }).click()
  await userEvent.fill(page.getByLabelText(/Anything the technician/), 'Squeaks')
  await answerOf('Day and time').click()
  await expect.element(slot(/^9:30 AM/)).toBeChecked()
  await expect.element(answerOf('Where is the car?', '500 Congress Ave.*Squeaks')).toBeVisible()
  await unmount()
  await show({}, person)
  await expect.element(slot(/^9:30 AM/)).toBeChecked()
  await answerOf('Where is the car?').click()
  await expect.element(address).toHaveValue('500 Congress Ave')
  await expect.element(zipCode).toHaveValue('78701')
})

test('by keyboard only: arrows move through the choices, Enter continues', async () => {
  await show()
  await expect.element(car('Accord')).toBeVisible()
  ;(car('Accord').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Please select a vehicle')).toBeVisible()
  await userEvent.keyboard(' {ArrowDown}')
  await expect.element(car('Civic')).toBeChecked()
  await new Promise((done) => setTimeout(done, 300))
  await expect.element(car('Civic')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('radio', { name: /Tuesday, May 5/ })).toHaveFocus()
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard(' {Enter}')
  await expect.element(address).toHaveFocus()
})

test('a failed request is resent under the same key, and after a change under a new one', async () => {
  const { server } = await show({ ...oneCarAtHome, [book]: unreachable })
  await slot(/^9:30 AM/).click()
  for (const sent of [1, 2]) {
    await nextStep.click()
    await expect.poll(() => server.asked(book)).toHaveLength(sent)
    await expect.element(nextStep).not.toHaveAttribute('aria-busy')
    if (sent === 1) await answerOf('Day and time').click()
  }
  await slot(/^1:00 PM/).click()
  await nextStep.click()
  await expect.poll(() => server.asked(book)).toHaveLength(3)
  const [first, again, other] = server.asked(book).map((one) => one.idempotencyKey)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
})

test('for a car that fits no package it explains what to do', async () => {
  await show({ ...oneCarAtHome, 'GET /api/service-packages': [diesel] })
  await answerOf('Package').click()
  await expect.element(page.getByText(/Please contact us/)).toBeVisible()
})

/** A customer at the question for the address. */
async function atAddress(answers: Answers = {}) {
  const shown = await show({ 'GET /api/vehicles': [accord], ...answers })
  await slot(/^9:30 AM/).click()
  await expect.element(address).toHaveFocus()
  return shown
}
const state = page.getByRole('combobox', { name: 'State' })

test('an invalid address is reported at its field, one error at a time', async () => {
  const { server } = await atAddress()
  await nextStep.click()
  await expect.element(page.getByText('Please enter service address')).toBeVisible()
  await userEvent.fill(address, 'Main St')
  await nextStep.click()
  await expect.element(address).toHaveAccessibleDescription(/with its house number/)
  await expect.element(zipCode).toHaveAccessibleDescription(/ZIP code, five digits/)
  await userEvent.fill(address, '12 Main St')
  await userEvent.fill(zipCode, '00000')
  await nextStep.click()
  await expect.element(zipCode).toHaveAccessibleDescription(/There is no ZIP code 00000/)
  await expect.element(zipCode).toHaveFocus()
  await userEvent.fill(zipCode, '78701')
  await expect.element(state).toHaveValue('TX')
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book)[0]?.body).toMatchObject({
    serviceAddress: '12 Main St, Austin, TX 78701',
  })
})

test('a city that does not match the ZIP code is questioned, and kept or changed', async () => {
  const { server } = await atAddress()
  await userEvent.fill(address, '12 Main St, Apt 4, Round Rock, TX 78701')
  await expect.element(address).toHaveValue('12 Main St')
  await expect.element(page.getByText("78701 is Austin, TX. Keep 'Round Rock'?")).toBeVisible()
  await page.getByRole('button', { name: 'Use Austin, TX' }).click()
  await expect.element(city).toHaveValue('Austin')
  await userEvent.fill(city, 'Rollingwood')
  await nextStep.click()
  await expect.element(city).toHaveAccessibleDescription('Please choose the city.')
  expect(server.asked(book)).toEqual([])
  await state.selectOptions('CA')
  await expect.element(state).toHaveAccessibleDescription('78701 is in TX.')
  await expect.element(page.getByRole('button', { name: /^Keep/ })).not.toBeInTheDocument()
  await state.selectOptions('TX')
  await page.getByRole('button', { name: "Keep 'Rollingwood'" }).click()
  await expect.element(page.getByText(/Keep 'Rollingwood'\?/)).not.toBeInTheDocument()
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book)[0]?.body).toMatchObject({
    serviceAddress: '12 Main St, Apt 4, Rollingwood, TX 78701',
  })
})

test('without a ZIP code lookup the whole address is typed', async () => {
  const { server } = await atAddress({ 'GET /api/zip-codes': unreachable })
  await userEvent.fill(address, '12 Main St')
  await userEvent.fill(zipCode, '78701')
  await nextStep.click()
  await expect.element(city).toHaveAccessibleDescription(/Please enter the city/)
  await userEvent.fill(city, 'Austin')
  await state.selectOptions('TX')
  await nextStep.click()
  await expect.element(booked).toBeVisible()
  expect(server.asked(book)[0]?.body).toMatchObject({
    serviceAddress: '12 Main St, Austin, TX 78701',
  })
})

test('an earlier address without a number or a ZIP code must be completed', async () => {
  await show({
    'GET /api/vehicles': [accord],
    'GET /api/jobs/customer': [aJob({ serviceAddress: 'Main St' })],
  })
  await slot(/^9:30 AM/).click()
  await expect.element(address).toHaveValue('Main St')
  await nextStep.click()
  await expect.element(page.getByText(/with its house number/)).toBeVisible()
})
