import { expectAccessible, expectSound } from './accessible.ts'
import { openPage, press, see, seeNone, the } from './actions.ts'
import { addCar, bookTime, call, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { answerOf, nextStep, payByTestCard } from './steps.ts'
import { anOpenTime } from './visits.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a card is saved with the first visit, reserves the next, is removed', async ({ page }) => {
  await signUp(page.request, 'customer')
  const place = await anOpenTime(page.request)
  const first = await bookTime(page.request, place)

  await page.goto(`/pre-authorize/${first.id}`)
  await page.getByRole('checkbox', { name: 'Keep this card for my next visits' }).check()
  await expectAccessible(page)
  await payByTestCard(page, '4111 1111 1111 1111', /^(Hold|Save).*this card/)
  await see(page, /^Your card is (set|saved)$/)

  // The next visit, of another car at the same place, needs no typing.
  const car = await addCar(page.request, 'Corolla')
  await page.goto(`/booking?vehicleId=${car.id}`)
  await expect(answerOf(page, 'Where is the car?')).toContainText(first.serviceAddress)
  const times = page.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio', { disabled: false }).last().click()
  await expect(page.getByLabel('Card for the hold')).toContainText('Visa ending in 1111')
  await expectSound(page)
  await nextStep(page).click()
  const reserved = /(is|will be) reserved on Visa ending in 1111/
  await expect(page.getByRole('status').filter({ hasText: reserved })).toBeVisible()
  await expectAccessible(page)
  const next = (await call(page.request, 'GET /api/jobs/customer')).find(
    ({ vehicleId }) => vehicleId === car.id,
  )
  expect(next?.paymentState).toMatch(/^(held|card_saved)$/)

  await openPage(page, '/profile', 'Visa ending in 1111')
  await press(page, the.link('Manage cards'))
  await see(page, the.title('Your Cards'))
  await press(page, 'Add a card')
  await payByTestCard(page, '4000 0000 0000 0127', 'Keep this card')
  await expect(page.getByRole('alert')).toContainText('The security code does not match this card')
  await payByTestCard(page, '5555 5555 5555 4444', 'Keep this card')
  await see(page, the.first('Mastercard ending in 4444'))
  await press(page, 'Make default: Mastercard ending in 4444')
  await expect(page.getByRole('listitem').first()).toContainText('Mastercard')
  await expectSound(page)

  await press(page, 'Remove Visa ending in 1111')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`still uses it for ${first.number}`)
  await expectAccessible(page)
  await press(dialog, 'Remove card')
  await seeNone(page, 'Visa ending in 1111')
})
