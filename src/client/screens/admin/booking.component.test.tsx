import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearSessionStore } from '#client/app/session-store.ts'
import { queryClient } from '#client/app/queries.ts'
import { bookingAnswers, firstDay, home, slot } from '#client/testing/test-booking.ts'
import {
  aBusiness,
  aDay,
  aJob,
  aPerson,
  aTechnician,
  aVehicle,
  newId,
} from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import type { Caller } from '#shared/contract/callers.ts'
import AdminBooking from './booking.tsx'
import { labelAt } from '#shared/rules/test-slots.ts'

const book = 'POST /api/admin/bookings'
const find = 'GET /api/admin/callers'
const camry = aVehicle({ make: 'Toyota', model: 'Camry', licensePlate: 'ANN 1' })
const van = aVehicle({ make: 'Ford', model: 'Transit', licensePlate: 'ANN 2' })
const ann: Caller = {
  id: newId(),
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '+15125550142',
  cars: [camry, van],
  lastVisit: { date: '2026-04-01', address: home },
  paysByInvoice: false,
}
const booked = {
  jobs: [aJob({ number: 'FQ-2001' })],
  confirmation: { email: ann.email, sms: null },
}

beforeEach(() => {
  clearSessionStore()
  queryClient.clear()
})

async function open(answers: Answers = {}, at = '/admin/booking') {
  const shown = await showPage(<AdminBooking />, {
    person: aPerson({ role: 'admin' }),
    at,
    answers: {
      ...bookingAnswers,
      [find]: ({ query: { q = '' } }) => (q.startsWith('ann') ? [ann] : []),
      'GET /api/admin/callers/{id}': { caller: ann, visits: [aJob({ serviceAddress: home })] },
      'GET /api/vehicles': [camry, van],
      'GET /api/admin/technicians': [],
      'GET /api/admin/board': [],
      'GET /api/vehicles/suggestions': {},
      [book]: booked,
      ...answers,
    },
  })
  return shown
}
const who = page.getByRole('combobox', { name: 'Who is calling?' })
const create = page.getByRole('button', { name: 'Create Booking' })
const car = (name: RegExp) =>
  page.getByRole('group', { name: 'Which car?' }).getByRole('radio', { name })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
async function chooseAnn() {
  await userEvent.type(who, 'ann')
  await expect.element(page.getByRole('option', { name: /Ann Lee/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(car(/Camry/)).toBeVisible()
}

test('a known caller by keyboard only: found, car, time, and the address of the last visit', async () => {
  const { server } = await open()
  await chooseAnn()
  await expect.element(page.getByText('(512) 555-0142 · ann@example.com')).toBeVisible()
  await expect.element(car(/Camry/)).toHaveFocus()
  await userEvent.keyboard(' ')
  const early = slot(/^9:30 AM/).element() as HTMLElement
  early.focus()
  await userEvent.keyboard(' ')
  await expect.element(field('Street address')).toHaveValue('500 Congress Ave')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
  expect(server.asked(book)[0]?.body).toMatchObject({
    customerId: ann.id,
    visits: [{ vehicleId: camry.id, scheduledDate: firstDay, scheduledTime: labelAt(2) }],
    serviceAddress: home,
  })
  await expect
    .element(page.getByText('Dana Reyes gets the confirmation by e-mail: ann@example.com'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Book another' }).click()
  await expect.element(who).toHaveValue('')
})

const wait = page.getByRole('button', { name: 'Tell them when another time is available' })
const join = 'POST /api/waitlist'
const dialog = page.getByRole('dialog')
const joined = {
  id: newId(),
  jobId: null,
  vehicleId: camry.id,
  vehicle: '2018 Toyota Camry',
  from: firstDay,
  to: firstDay,
  times: [],
  serviceAddress: home,
  createdAt: '2026-05-04T12:00:00Z',
  offer: null,
}

test('a caller whom no time suits goes on the waitlist, with a new car too', async () => {
  const { server } = await open({ [join]: joined })
  await chooseAnn()
  await wait.click()
  await expect.element(page.getByText('Please select a vehicle')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await car(/Camry/).click()
  await wait.click()
  await expect.element(dialog.getByLabelText('Where is the car?')).toHaveValue(home)
  await dialog.getByRole('button', { name: 'Add to the waitlist' }).click()
  await expect.element(page.getByText('Added to the waitlist')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/admin/waitlist')
  expect(server.asked(join)[0]?.body).toMatchObject({
    customerId: ann.id,
    vehicleId: camry.id,
    serviceAddress: home,
    from: firstDay,
  })
})

test('a new caller is asked for name and car before going on the waitlist', async () => {
  const { server } = await open({ [join]: joined })
  await userEvent.type(who, 'Zoe Fox{Enter}')
  await wait.click()
  await expect.element(field('Phone')).toHaveFocus()
  await userEvent.keyboard('512 555 0199')
  await wait.click()
  await expect.element(page.getByLabelText('Make')).toHaveFocus()
  await userEvent.keyboard('Toyota{Tab}Camry{Tab}2018{Tab}ZOE 1')
  await wait.click()
  await userEvent.type(dialog.getByLabelText('Where is the car?'), home)
  await dialog.getByRole('button', { name: 'Add to the waitlist' }).click()
  await expect.poll(() => server.asked(join)).toHaveLength(1)
  expect(server.asked(join)[0]?.body).toMatchObject({
    customer: { firstName: 'Zoe', lastName: 'Fox', phone: '512 555 0199' },
    vehicle: { make: 'Toyota', model: 'Camry', licensePlate: 'ZOE 1' },
  })
})

test('without a match the typed name becomes the new customer’s, and Enter goes to the next missing field', async () => {
  const { server } = await open()
  await userEvent.type(who, 'Zoe Fox{Enter}')
  await expect.element(field('First name')).toHaveFocus()
  await expect.element(field('First name')).toHaveValue('Zoe')
  await expect.element(field('Last name (optional)')).toHaveValue('Fox')
  await userEvent.type(field('First name'), '{Enter}')
  await expect.element(page.getByText('Please enter your phone number')).toBeVisible()
  await expect.element(field('Phone')).toHaveFocus()
  await userEvent.keyboard('512 555 0199{Enter}')
  await expect.element(page.getByLabelText('Make')).toHaveFocus()
  await userEvent.keyboard('Toyota{Tab}Camry{Tab}2018{Tab}ZOE 1{Enter}')
  await expect.element(page.getByText('Please select a time')).toBeVisible()
  await slot(/^9:30 AM/).click()
  await field('Street address').fill(home)
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
  const [sent] = server.asked(book)
  expect(sent?.body).toMatchObject({
    customer: { firstName: 'Zoe', lastName: 'Fox', phone: '512 555 0199', agreesToTexts: false },
    visits: [{ vehicle: { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: 'ZOE 1' } }],
  })
})

test('for text longer than the search limit it shows how much is searched', async () => {
  const { server } = await open()
  await who.fill('a'.repeat(120))
  await expect.element(page.getByText('The first 100 characters are searched.')).toBeVisible()
  await expect.poll(() => server.asked(find).map(({ query }) => query.q?.length)).toEqual([100])
})

test('a number that a customer already has offers that customer; another may share it', async () => {
  const { server } = await open({ [find]: ({ query: { q } }) => (q === ann.phone ? [ann] : []) })
  await userEvent.type(who, 'Zoe Fox{Enter}')
  await expect.element(field('First name')).toHaveFocus()
  await userEvent.type(field('Phone'), '512 555 0142')
  await expect.element(page.getByText('A customer already has this phone number.')).toBeVisible()
  await page.getByRole('button', { name: 'Someone else with the same number' }).click()
  await expect.element(page.getByText('A customer already has')).not.toBeInTheDocument()
  await userEvent.type(field('Phone'), '{Backspace}2')
  await page.getByRole('button', { name: 'Book for Ann' }).click()
  await expect.element(car(/Camry/)).toBeVisible()
  expect(server.asked(book)).toEqual([])
})

test('a day out of range is reported at the field, without a toast, until another is typed', async () => {
  await open()
  const date = page.getByLabelText('Date', { exact: true })
  await date.fill('2027-05-11')
  const said = page.getByText('We take bookings up to Sun, Aug 2, 2026.')
  await expect.element(said).toBeVisible()
  await expect.element(date).toHaveAccessibleDescription(/We take bookings up to/)
  await expect.element(page.getByText('Booking Failed')).not.toBeInTheDocument()
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}')
  await expect.element(said).toBeVisible()
  await date.fill('2026-05-06')
  await expect.element(said).not.toBeInTheDocument()
})

test('a typed Sunday is refused in the product’s words, and the day stays', async () => {
  await open()
  const date = page.getByLabelText('Date', { exact: true })
  await date.fill('2026-05-10')
  const words =
    "Please select a date between Monday and Saturday. We don't provide service on Sundays."
  await expect.element(page.getByText('Invalid Service Day')).toBeVisible()
  await expect.element(page.getByText(words).first()).toBeVisible()
  await date.fill('2026-05-06')
  await expect.element(page.getByRole('radio', { name: /May 6/ })).toBeChecked()
})

test('another car is offered once the first visit has its car and time', async () => {
  await open()
  const another = page.getByRole('button', { name: 'Another car at this address' })
  await slot(/^9:30 AM/).click()
  await expect.element(another).not.toBeInTheDocument()
  await chooseAnn()
  await expect.element(another).not.toBeInTheDocument()
  await car(/Camry/).click()
  await expect.element(another).toBeVisible()
})

test('a slot lost in the meantime updates the day, and everything else stays', async () => {
  const full = aDay(firstDay, ['full', 'full'])
  const { server } = await open({
    [book]: refusal('conflict', 'This time is no longer available.', { availability: full }),
  })
  await chooseAnn()
  await car(/Transit/).click()
  await slot(/^9:30 AM/).click()
  await field('Admin Notes (optional)').fill('Called at nine')
  await create.click()
  await expect.element(page.getByText('This time is no longer available.')).toBeVisible()
  await expect.element(slot(/^9:30 AM/)).toBeDisabled()
  await expect.element(car(/Transit/)).toBeChecked()
  await expect.element(field('Admin Notes (optional)')).toHaveValue('Called at nine')
  server.answer({ [book]: booked })
  await slot(/^1:00 PM/).click()
  await create.click()
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
})

test('exceeding a limit needs confirmation', async () => {
  let tries = 0
  const { server } = await open({
    [book]: () =>
      ++tries === 1
        ? refusal('conflict', 'This car has as many visits as allowed.', { reason: 'vehicle_day' })
        : booked,
  })
  await chooseAnn()
  await car(/Transit/).click()
  await slot(/^9:30 AM/).click()
  await create.click()
  await page.getByRole('button', { name: 'Book anyway' }).click()
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
  expect(server.asked(book).map(({ body }) => body)).toMatchObject([
    { customerId: ann.id },
    { customerId: ann.id, beyondLimits: true },
  ])
})

test('exceeding a limit and the road asks for each, and remembers both answers', async () => {
  const refusals = [
    refusal('conflict', 'This car has as many visits as allowed.', { reason: 'vehicle_day' }),
    refusal('conflict', 'No technician can be there in time.', { reason: 'travel' }),
  ]
  const { server } = await open({ [book]: () => refusals.shift() ?? booked })
  await chooseAnn()
  await car(/Transit/).click()
  await slot(/^9:30 AM/).click()
  await create.click()
  await page.getByRole('button', { name: 'Book anyway' }).click()
  await expect.element(page.getByText('No technician can be there in time.')).toBeVisible()
  await page.getByRole('button', { name: 'Plan it anyway' }).click()
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
  expect(server.asked(book).at(-1)?.body).toMatchObject({ beyondLimits: true, beyondRoad: true })
})

test('a technician who cannot be there in time comes last, with the reason, and can be chosen', async () => {
  const [far, near] = [
    aTechnician({ id: newId(), firstName: 'Abe', lastName: 'Far' }),
    aTechnician({ id: newId(), firstName: 'Zoe', lastName: 'Near' }),
  ]
  const place = { latitude: 30.2711, longitude: -97.7437 }
  const theirs = { technicianId: far.id, status: 'assigned', scheduledTime: labelAt(1) } as const
  await open({
    'GET /api/admin/technicians': [far, near],
    'GET /api/admin/board': [
      aJob({
        ...theirs,
        scheduledDate: '2026-05-06',
        coordinates: { latitude: 31.1, longitude: -97.34 },
      }),
    ],
    'GET /api/road': ({ query }) => ({
      weekday: 3,
      bufferMinutes: 10,
      hours: { from: '08:00', to: '18:00' },
      starts: [],
      points: [],
      minutes: [],
      factors: [],
      drivers: [],
      legs: [],
      ...(query.address && { place: { ...place, isCenter: true } }),
    }),
  })
  await chooseAnn()
  await car(/Camry/).click()
  await page.getByRole('radio', { name: /May 6/ }).click()
  await slot(/^9:30 AM/).click()
  const choice = page.getByRole('combobox', { name: /^Technician/ })
  const options = () => [...(choice.element() as HTMLSelectElement).options]
  await expect
    .poll(() => options().map(({ text }) => text))
    .toEqual([
      'As for any booking',
      'Zoe Near',
      expect.stringMatching(
        /^Abe Far cannot get there in time: the drive from or to the visit at 8:00 AM/,
      ),
    ])
  expect(options().map(({ disabled }) => disabled)).toEqual([false, false, false])
})

test('a code that is refused afterwards does not ask about the road again, but another time does', async () => {
  const refusals = [
    refusal('conflict', 'No technician can be there in time.', { reason: 'travel' }),
    refusal('conflict', 'We do not know this code.', {
      reason: 'promotion',
      fields: [{ path: 'promotionCode', message: 'We do not know this code.' }],
    }),
  ]
  const { server } = await open({ [book]: () => refusals.shift() ?? refusal('internal', 'No.') })
  await chooseAnn()
  await car(/Transit/).click()
  await slot(/^9:30 AM/).click()
  await create.click()
  await page.getByRole('button', { name: 'Plan it anyway' }).click()
  await expect.poll(() => server.asked(book)).toHaveLength(2)
  await field('Admin Notes (optional)').fill('Called at nine')
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(3)
  expect(server.asked(book)[2]?.body).toMatchObject({ beyondRoad: true })
  await slot(/^1:00 PM/).click()
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(4)
  expect(server.asked(book)[3]?.body).not.toHaveProperty('beyondRoad')
})

test('a lost answer is retried with the same key, in the office’s words', async () => {
  const { server } = await open({ [book]: refusal('internal', 'No.') })
  await chooseAnn()
  await car(/Transit/).click()
  await slot(/^9:30 AM/).click()
  await create.click()
  await expect
    .element(page.getByText('Failed to create booking. Please try again.').first())
    .toBeVisible()
  server.answer({ [book]: unreachable })
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(2)
  server.answer({ [book]: booked })
  await create.click()
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
  const keys = server.asked(book).map(({ idempotencyKey }) => idempotencyKey)
  expect(new Set(keys).size).toBe(1)
})

test('another customer has other cars; typed text asks before it is discarded', async () => {
  await open()
  await chooseAnn()
  await page.getByRole('button', { name: 'Another customer' }).click()
  await expect.element(who).toHaveFocus()
  await expect.element(car(/Camry/)).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect.element(page.getByText('Discard your changes?')).toBeVisible()
})

test('a link preselects customer, car and time', async () => {
  await open(
    {},
    `/admin/booking?customerId=${ann.id}&vehicleId=${van.id}&date=2026-05-06&time=${encodeURIComponent(labelAt(3))}`,
  )
  await expect.element(car(/Transit/)).toBeChecked()
  await expect.element(page.getByRole('radio', { name: /May 6/ })).toBeChecked()
  await expect.element(slot(/^1:00 PM/)).toBeChecked()
})

test('other roles are asked to log in as admin', async () => {
  await open({ 'GET /api/admin/technicians': refusal('forbidden', 'You may not do this.') })
  await expect
    .element(page.getByText('Only an admin can book for customers. Please log in as admin.'))
    .toBeVisible()
})

test('without an e-mail it shows how the customer is notified', async () => {
  await open({ [book]: { jobs: booked.jobs, confirmation: { email: null, sms: null } } })
  await userEvent.type(who, 'Zoe Fox{Enter}')
  await expect.element(field('First name')).toHaveFocus()
  await expect
    .element(page.getByText(/Without e-mail or texts, you have to contact them yourself\./))
    .toBeVisible()
  await expect.element(page.getByText(/They get no e-mails or texts/)).toBeVisible()
  await page.getByRole('checkbox', { name: /They agree to text messages/ }).click()
  await expect.element(page.getByText(/They get a link to reserve the amount/)).toBeVisible()
  await expect.element(page.getByText(/they get texts instead/)).toBeVisible()
})

test('an unavailable technician shows why; an available one is sent along', async () => {
  const off = [{ id: newId(), from: firstDay, to: '2026-05-08', reason: '' }]
  const luis = aTechnician()
  const { server } = await open({
    'GET /api/admin/technicians': [
      luis,
      aTechnician({ firstName: 'Ada', daysOff: off }),
      aTechnician({ firstName: 'Ben', id: newId() }),
      aTechnician({ firstName: 'Wil', status: 'waiting' }),
    ],
    'GET /api/admin/board': [],
  })
  await chooseAnn()
  await car(/Transit/).click()
  await slot(/^9:30 AM/).click()
  const technician = page.getByLabelText(/^Technician/)
  const options = () =>
    [...(technician.element() as HTMLSelectElement).options].map(
      ({ text, disabled }) => text + (disabled ? ' -' : ''),
    )
  await expect
    .poll(options)
    .toEqual([
      'As for any booking',
      'Luis Ortega',
      'Ben Ortega',
      'Ada Ortega is away until Fri, May 8. -',
    ])
  await technician.selectOptions('Luis Ortega')
  await create.click()
  await expect.element(page.getByText('FQ-2001')).toBeVisible()
  expect(server.asked(book)[0]?.body).toMatchObject({ visits: [{ technicianId: luis.id }] })
})

test('a link for a new customer fills in the name', async () => {
  await open({}, '/admin/booking?caller=Zelda+Quinn')
  await expect.element(field('First name')).toHaveValue('Zelda')
  await expect.element(field('Last name (optional)')).toHaveValue('Quinn')
})

test.each([
  [false, 'They can also pay after the visit, in cash or by Zelle or bank transfer.'],
  [true, 'They get an invoice after the visit; no card is asked.'],
])('the guide names how they pay, by invoice: %j', async (paysByInvoice, words) => {
  const caller = { ...ann, paysByInvoice }
  await showPage(<AdminBooking />, {
    person: aPerson({ role: 'admin' }),
    business: aBusiness({ cardPayments: true, takesCash: true, takesTransfers: true }),
    at: `/admin/booking?customerId=${caller.id}`,
    answers: {
      ...bookingAnswers,
      'GET /api/admin/callers/{id}': { caller, visits: [] },
      'GET /api/vehicles': [camry],
      'GET /api/admin/technicians': [],
      'GET /api/admin/board': [],
      'GET /api/vehicles/suggestions': {},
    },
  })
  await expect.element(page.getByText(words)).toBeVisible()
  expect(page.getByText(/^They can also pay/).elements()).toHaveLength(paysByInvoice ? 0 : 1)
})
