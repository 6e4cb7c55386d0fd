import { expectAccessible } from './accessible.ts'
import { addCar, bookPlace, call, openPlaces, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'
import { answerOf, nextStep, payByTestCard } from './steps.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a card is saved with the first visit, reserves the next one at booking, and is removed', async ({
  page,
}) => {
  await signUp(page.request, 'customer')
  const [place] = await openPlaces(page.request)
  if (!place) throw new Error('Nothing is open')
  const first = await bookPlace(page.request, place)

  await page.goto(`/pre-authorize/${first.id}`)
  await page.getByRole('checkbox', { name: 'Keep this card for my next visits' }).check()
  await expectAccessible(page)
  await payByTestCard(page, '4111 1111 1111 1111', /^(Hold|Save).*this card/)
  await expect(page.getByText(/^Your card is (set|saved)$/)).toBeVisible()

  // The next visit, of another car at the same place, needs no typing.
  const car = await addCar(page.request, 'Corolla')
  await page.goto(`/booking?vehicleId=${car.id}`)
  await expect(answerOf(page, 'Where is the car?')).toContainText(first.serviceAddress)
  const times = page.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio', { disabled: false }).last().click()
  await expect(page.getByLabel('Card to reserve the amount on')).toContainText(
    'Visa ending in 1111',
  )
  await expectFits(page)
  await expectAccessible(page)
  await nextStep(page).click()
  const reserved = /(is|will be) reserved on Visa ending in 1111/
  await expect(page.getByRole('status').filter({ hasText: reserved })).toBeVisible()
  await expectAccessible(page)
  const next = (await call(page.request, 'GET /api/jobs/customer')).find(
    ({ vehicleId }) => vehicleId === car.id,
  )
  expect(next?.paymentState).toMatch(/^(held|card_saved)$/)

  await page.goto('/profile')
  await expect(page.getByText('Visa ending in 1111')).toBeVisible()
  await page.getByRole('link', { name: 'Manage cards' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cards' })).toBeVisible()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await payByTestCard(page, '4000 0000 0000 0127', 'Keep this card')
  await expect(page.getByRole('alert')).toContainText('The security code does not match this card')
  await payByTestCard(page, '5555 5555 5555 4444', 'Keep this card')
  await expect(page.getByText('Mastercard ending in 4444').first()).toBeVisible()
  await page.getByRole('button', { name: 'Make default: Mastercard ending in 4444' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Mastercard')
  await expectFits(page)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Remove Visa ending in 1111' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`still uses it for ${first.number}`)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Remove card' }).click()
  await expect(page.getByText('Visa ending in 1111')).toHaveCount(0)
})
