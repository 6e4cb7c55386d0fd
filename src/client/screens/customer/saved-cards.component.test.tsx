import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Route } from 'wouter'
import { SavedCardsSummary } from '#client/features/payments/saved-cards-summary.tsx'
import { bookingAnswers, nextStep, slot } from '#client/testing/test-booking.ts'
import { aDue, aJob, aPerson, aVehicle } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { SavedCard } from '#shared/contract/cards.ts'
import { paths } from '#shared/rules/paths.ts'
import Booking from './booking.tsx'
import Cards from './cards.tsx'
import PreAuthorize from './pre-authorize.tsx'

const hold = 'POST /api/payments/pre-authorize'
const cards = 'GET /api/payments/cards'
const remove = 'DELETE /api/payments/cards/{id}'
const prefer = 'PATCH /api/payments/cards/{id}'

const visa: SavedCard = {
  id: '00000000-0000-4000-8000-0000000000c1',
  brand: 'Visa',
  last4: '1111',
  expires: '2028-08',
  expired: false,
  isDefault: true,
  visits: [],
}
const master = {
  ...visa,
  id: '00000000-0000-4000-8000-0000000000c2',
  brand: 'Mastercard',
  last4: '4444',
  isDefault: false,
}
const over = { ...master, id: '00000000-0000-4000-8000-0000000000c3', last4: '0005', expired: true }

const job = aJob()
const due = aDue(job)

const showHold = (answers: Answers = {}) =>
  showPage(<Route path="/pre-authorize/:jobId" component={PreAuthorize} />, {
    at: paths.preAuthorize(job.id),
    person: aPerson(),
    answers: {
      'GET /api/jobs/{id}': job,
      'GET /api/payments/due/{jobId}': due,
      'GET /api/payments/config': refusal('unavailable', 'Not needed'),
      [cards]: [visa, master, over],
      [hold]: { success: true, message: 'Held', state: 'held' },
      ...answers,
    },
  })
const choice = (name: RegExp) => page.getByRole('radio', { name })

test('the default card is preselected, another is one tap away, and an expired one is not offered', async () => {
  const { server } = await showHold()
  await expect.element(choice(/Visa ending in 1111/)).toBeChecked()
  await expect.element(choice(/0005/)).not.toBeInTheDocument()
  await choice(/Mastercard ending in 4444/).click()
  await page.getByRole('button', { name: 'Hold $129.99 on this card' }).click()
  await expect
    .poll(() => server.asked(hold).map(({ body }) => body))
    .toEqual([{ cardId: master.id, amount: '129.99', jobId: job.id }])
  expect(server.asked('GET /api/payments/config')).toEqual([])
})

test('a declined saved card is reported, and another can be typed and saved', async () => {
  await showHold({ [hold]: refusal('invalid', 'Your bank declined this card.') })
  await page.getByRole('button', { name: 'Hold $129.99 on this card' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your bank declined this card\./)
  await choice(/Another card/).click()
  await expect
    .element(page.getByRole('checkbox', { name: /Keep this card for my next visits/ }))
    .not.toBeChecked()
})

const showCards = (answers: Answers = {}) =>
  showPage(<Cards />, { at: paths.cards, person: aPerson(), answers })

test('the cards show the default, the expired ones, and the visits that use each', async () => {
  const visits = [{ jobId: job.id, jobNumber: 'FQ-1042', date: '2026-05-05' }]
  const { server } = await showCards({
    [cards]: [{ ...visa, visits }, master, over],
    [remove]: { success: true },
    [prefer]: master,
  })
  await expect.element(page.getByText(/Expires in August 2028 · Used for FQ-1042/)).toBeVisible()
  await page.getByRole('button', { name: 'Make default: Mastercard ending in 4444' }).click()
  expect(server.asked(prefer).map(({ params }) => params.id)).toEqual([master.id])
  const ofOver = page.getByRole('button', { name: 'Make default: Mastercard ending in 0005' })
  await expect.element(ofOver).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Remove Visa ending in 1111' }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/still uses it for FQ-1042/)
  await page.getByRole('button', { name: 'Remove card' }).click()
  await expect.poll(() => server.asked(remove).map(({ params }) => params.id)).toEqual([visa.id])
})

test('without a card the page explains what one is for', async () => {
  await showCards({ [cards]: [] })
  await expect.element(page.getByText('No saved cards')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Add a card' })).toBeVisible()
})

test('cards that failed to load can be retried', async () => {
  await showCards({ [cards]: refusal('unavailable', 'Please try again.') })
  await expect.element(page.getByText('Your cards could not be loaded')).toBeVisible()
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
})

test('so can those on the profile, which then names them', async () => {
  const answers = { [cards]: refusal('unavailable', 'Please try again.') }
  const { server } = await showPage(<SavedCardsSummary />, { person: aPerson(), answers })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/could not be loaded/)
  server.answer({ [cards]: [visa] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Visa ending in 1111')).toBeVisible()
})

const car = aVehicle()
const showBooking = (answers: Answers = {}) =>
  showPage(<Booking />, {
    at: '/booking',
    person: aPerson(),
    answers: {
      ...bookingAnswers,
      'GET /api/vehicles': [car],
      'GET /api/jobs/customer': [aJob({ serviceAddress: '12 Elm St, Austin, TX 78701' })],
      'POST /api/bookings': [aJob({ cost: { ...job.cost, due: '129.99' } })],
      [cards]: [visa, master],
      ...answers,
    },
  })

test('with a saved card the visit is reserved at booking', async () => {
  const { server } = await showBooking({
    [hold]: { success: true, message: 'Held', state: 'held' },
  })
  await slot(/^9:30 AM/).click()
  await expect
    .element(page.getByRole('combobox', { name: 'Card for the hold' }))
    .toHaveValue(visa.id)
  await nextStep.click()
  await expect.element(page.getByText('$129.99 is reserved on Visa ending in 1111.')).toBeVisible()
  expect(server.asked(hold).map(({ body }) => body)).toMatchObject([{ cardId: visa.id }])
})

test('a refused card leaves the visit booked, and offers another one', async () => {
  await showBooking({ [hold]: refusal('invalid', 'Your bank declined this card.') })
  await slot(/^9:30 AM/).click()
  await nextStep.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your visit is still booked/)
  await expect.element(page.getByRole('link', { name: 'Choose another card' })).toBeVisible()
})

test('choosing to decide later reserves nothing', async () => {
  const { server } = await showBooking()
  await slot(/^9:30 AM/).click()
  await page
    .getByRole('combobox', { name: 'Card for the hold' })
    .selectOptions('Decide after booking')
  await nextStep.click()
  await expect.element(page.getByRole('link', { name: 'Hold $129.99 on a card' })).toBeVisible()
  expect(server.asked(hold)).toEqual([])
})
