import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { useWrite } from '#client/app/queries.ts'
import {
  address,
  answerOf,
  bookingAnswers,
  firstDay,
  home,
  nextStep,
  slot,
} from '#client/testing/test-booking.ts'
import { aDay, aJob, aPerson, aVehicle, newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal, unreachable } from '#client/testing/test-server.ts'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { BookingForm } from './booking-form.tsx'
import { Question } from './question.tsx'
import { SavedCarChoice } from './saved-car-choice.tsx'
import { useBooking } from './use-booking.ts'
import { useBookingDraft } from './use-booking-draft.ts'

const book = 'POST /api/bookings'
const people = ['Ada', 'Ben'].map((name) => ({ id: newId(), name, cars: [aVehicle()] }))
const [, ben] = people

/** A shell besides the customer's and the guest's, which first asks who the booking is for. */
function BookFor() {
  const kept = useBookingDraft('booking for somebody', null, { customerId: '' })
  const person = people.find(({ id }) => id === kept.draft.own.customerId)
  const booking = useBooking(kept, {
    cars: person?.cars ?? [],
    who: 'first',
    problems: person
      ? []
      : [{ field: 'customerId', message: 'Please select or enter customer ID' }],
  })
  const submission = useWrite(book, { onError: booking.takeFailure })
  const choose = (customerId: string) => {
    kept.setOwn({ customerId })
    booking.change(booking.editing, { vehicleId: null, packageId: null })
    booking.settle()
  }
  if (booking.parts.some(({ data }) => !data)) return null
  return (
    <BookingForm
      booking={booking}
      who={
        <Question booking={booking} name="who" title="Customer" answer={person?.name}>
          <RadioCards
            legend="Which customer?"
            value={person?.id}
            onChange={choose}
            options={people.map(({ id, name }) => ({ value: id, title: name }))}
            error={booking.problem('customerId')}
          />
        </Question>
      }
      vehicle={(visit) => <SavedCarChoice booking={booking} visit={visit} />}
      submitLabel="Create Booking"
      pending={submission.isPending}
      onSubmit={(body) => submission.mutate({ body: { ...body, customerId: person?.id } })}
    />
  )
}

const create = page.getByRole('button', { name: 'Create Booking' })

test('a custom shell first asks who the booking is for, and sends the answer with the rest', async () => {
  const { server } = await showPage(<BookFor />, {
    person: aPerson({ role: 'admin' }),
    answers: { ...bookingAnswers, [book]: [aJob()] },
  })
  await expect.element(page.getByRole('radio', { name: 'Ada' })).toBeVisible()
  await nextStep.click()
  await expect.element(page.getByText('Please select or enter customer ID')).toBeVisible()
  await page.getByRole('radio', { name: 'Ada' }).click()
  await expect.element(answerOf('Which car?', 'Accord')).toBeVisible()
  await slot(/^9:30 AM/).click()
  await expect.element(address).toHaveFocus()
  await address.fill(home)

  // Another customer has other cars; day, time and address stay.
  await answerOf('Customer', 'Ada').click()
  await page.getByRole('radio', { name: 'Ben' }).click()
  await expect.element(answerOf('Customer', 'Ben')).toBeVisible()
  await expect.element(create).toHaveFocus()
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(1)
  expect(server.asked(book)[0]?.body).toMatchObject({
    customerId: ben?.id,
    visits: [{ vehicleId: ben?.cars[0]?.id, scheduledDate: firstDay }],
    serviceAddress: home,
  })
})

test('if the server refuses the customer, that question opens again', async () => {
  const fields = [{ path: 'customerId', message: 'This customer has left.' }]
  await showPage(<BookFor />, {
    answers: { ...bookingAnswers, [book]: refusal('invalid', 'No.', { fields }) },
  })
  await page.getByRole('radio', { name: 'Ada' }).click()
  await slot(/^9:30 AM/).click()
  await address.fill(home)
  await create.click()
  await expect.element(page.getByText('This customer has left.')).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Ada' })).toHaveFocus()
})

test('a new try removes the previous messages', async () => {
  const second = Promise.withResolvers<typeof unreachable>()
  let tries = 0
  const { server } = await showPage(<BookFor />, {
    answers: { ...bookingAnswers, [book]: () => (++tries === 1 ? unreachable : second.promise) },
  })
  await page.getByRole('radio', { name: 'Ada' }).click()
  await slot(/^9:30 AM/).click()
  await address.fill(home)
  await create.click()
  const failed = page.getByText('Booking Failed')
  await expect.poll(() => failed.elements().length).toBe(2)
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(2)
  await expect.poll(() => failed.elements()).toEqual([])
  second.resolve(unreachable)
  await expect.poll(() => failed.elements().length).toBe(2)
})

/** Answers everything but the address; the test controls the ZIP code's answer. */
async function atAddress(zipCodes: Answers['GET /api/zip-codes']) {
  const shown = await showPage(<BookFor />, {
    person: aPerson({ role: 'admin' }),
    answers: { ...bookingAnswers, 'GET /api/zip-codes': zipCodes, [book]: [aJob()] },
  })
  await page.getByRole('radio', { name: 'Ada' }).click()
  await expect.element(answerOf('Which car?', 'Accord')).toBeVisible()
  await slot(/^9:30 AM/).click()
  await expect.element(address).toHaveFocus()
  return shown
}
const austin = { zip: '78701', exists: true, city: 'Austin', state: 'TX' }
const doubted = page.getByText(/78701 is Austin, TX/)
const unchecked = page.getByText(/We could not check the ZIP code 78701 just now/)

test('continuing waits for the ZIP code, so that a wrong city is questioned', async () => {
  const answer = Promise.withResolvers<typeof austin>()
  const { server } = await atAddress(() => answer.promise)
  await address.fill('500 Congress Ave, Dallas, TX 78701')
  await create.click()
  await expect.element(create).toHaveAttribute('aria-busy', 'true')
  answer.resolve(austin)
  await expect.element(doubted).toBeVisible()
  await expect.element(create).not.toHaveAttribute('aria-busy')
  expect(server.asked(book)).toEqual([])
  await page.getByRole('button', { name: 'Use Austin, TX' }).click()
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(1)
  expect(server.asked(book)[0]?.body).toMatchObject({ serviceAddress: home })
})

test('while the city of a ZIP code is looked up the form waits, then continues automatically', async () => {
  const answer = Promise.withResolvers<typeof austin>()
  const { server } = await atAddress(() => answer.promise)
  await address.fill('500 Congress Ave, 78701')
  await create.click()
  answer.resolve(austin)
  await expect.poll(() => server.asked(book)).toHaveLength(1)
  expect(server.asked(book)[0]?.body).toMatchObject({ serviceAddress: home })
})

test('a failed ZIP code lookup is reported, can be retried, and does not block booking', async () => {
  const { server } = await atAddress(unreachable)
  await address.fill(home)
  const before = server.asked('GET /api/zip-codes').length
  await create.click()
  await expect.element(unchecked).toBeVisible()
  expect(server.asked('GET /api/zip-codes').length).toBeGreaterThan(before)
  expect(server.asked(book)).toEqual([])
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(1)
})

test('a lookup without an answer times out after some seconds', async () => {
  const { server } = await atAddress(() => new Promise(() => {}))
  await address.fill(home)
  await create.click()
  await expect.element(unchecked).toBeVisible()
  expect(server.asked(book)).toEqual([])
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(1)
})

test('a closed booking is announced before the first question', async () => {
  const full = ['full', 'full', 'full', 'full', 'full'] as const
  await showPage(<BookFor />, {
    person: aPerson(),
    answers: { ...bookingAnswers, 'GET /api/availability': [aDay(firstDay, full)] },
  })
  await expect.element(page.getByText('No times available until Tue, May 5')).toBeVisible()
  await expect.element(page.getByText(/please call us at/)).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Ada' })).toBeVisible()
})

const days = 'GET /api/availability'
const notInTime = page.getByText(/We cannot be at this address in time then/)

test('a time out of reach of the typed address is given up with the reason, and the rest stays', async () => {
  const { server } = await showPage(<BookFor />, {
    person: aPerson(),
    answers: {
      ...bookingAnswers,
      [book]: [aJob()],
      [days]: ({ query }) => [aDay(firstDay, query.address ? ['full', 'full'] : ['full'])],
    },
  })
  await page.getByRole('radio', { name: 'Ada' }).click()
  await slot(/^9:30 AM/).click()
  await address.fill(home)
  await expect.poll(() => server.asked(days).at(-1)?.query).toMatchObject({ address: home })
  await nextStep.or(create).click()
  await expect.element(notInTime).toBeVisible()
  await expect.element(slot(/^9:30 AM/)).toBeDisabled()
  expect(server.asked(book)).toEqual([])
  await slot(/^1:00 PM/).click()
  await expect.element(notInTime).not.toBeInTheDocument()
  await create.click()
  await expect.poll(() => server.asked(book)).toHaveLength(1)
  expect(server.asked(book)[0]?.body).toMatchObject({ serviceAddress: home })
})

test('a refusal because of the road shows the fresh times, and keeps everything typed', async () => {
  const availability = aDay(firstDay, ['full', 'full'])
  const words = 'We cannot be at this address in time then. Please choose another time.'
  const { server } = await showPage(<BookFor />, {
    person: aPerson(),
    answers: {
      ...bookingAnswers,
      [book]: refusal('conflict', words, { reason: 'travel', availability }),
    },
  })
  await page.getByRole('radio', { name: 'Ada' }).click()
  await slot(/^9:30 AM/).click()
  await address.fill(home)
  await expect.poll(() => server.asked(days).at(-1)?.query).toMatchObject({ address: home })
  await create.click()
  await expect.element(notInTime).toBeVisible()
  await expect.element(slot(/^9:30 AM/)).toBeDisabled()
  server.answer({ [book]: [aJob()] })
  await slot(/^1:00 PM/).click()
  await create.click()
  await expect
    .poll(() => server.asked(book).at(-1)?.body)
    .toMatchObject({ serviceAddress: home, visits: [{ scheduledTime: '1:00 PM - 2:00 PM' }] })
})
