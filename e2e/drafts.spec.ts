import { addCar, call, enterAs, homeAddress, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { nextStep } from './steps.ts'

test('Back in a booking opens the previous question, and from the first one leaves the page', async ({
  page,
}) => {
  await signUp(page.request, 'customer')
  await addCar(page.request, 'Camry')
  await addCar(page.request, 'Corolla')
  await page.goto('/orders')
  await page.getByRole('link', { name: 'Book Service' }).first().click()
  await page.getByRole('radio', { name: /Corolla/ }).check()
  await nextStep(page).click()
  const times = page.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio', { disabled: false }).first().check()
  await nextStep(page).click()
  const address = page.getByLabel('Street address')
  await address.fill(homeAddress)
  await page.goBack()
  await expect(times).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('radio', { name: /Corolla/ })).toBeChecked()
  await nextStep(page).click()
  await expect(page.getByRole('heading', { name: "You're Booked!" })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/orders')
})

test('a message to the office survives reloads until it is sent, with and without an account', async ({
  page,
}) => {
  await page.goto('/contact')
  await page.getByLabel('Subject').fill('Two cars')
  await page.getByLabel('Message').fill('Can you come for both?')
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Two cars')
  await signUp(page.request, 'customer')
  await page.reload()
  // A user is signed in now, so the visitor's draft is not offered to them.
  await expect(page.getByLabel('Message')).toHaveValue('')
  await page.getByLabel('Subject').fill('One car')
  await page.getByLabel('Message').fill('When can you come?')
  await page.getByLabel('Name').fill('Ada')
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('When can you come?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toContainText(
    'Message Sent!',
  )
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test("a technician's typed text survives a reload, and is deleted when they sign out", async ({
  page,
}) => {
  await enterAs(page.request, 'technician')
  const jobs = await call(page.request, 'GET /api/jobs/technician')
  const job = jobs.find(({ status }) => status === 'assigned')
  await page.goto(`/job/${job?.id}`)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByLabel('Service type').selectOption('other')
  await page.getByLabel('Description').fill('New drain plug')
  await page.getByLabel('Price each').fill('12.50')
  await page.getByLabel('Technician notes').fill('Stripped thread')
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('New drain plug')
  await expect(page.getByLabel('Price each')).toHaveValue('12.50')
  await expect(page.getByLabel('Service type')).toHaveValue('other')
  await expect(page.getByLabel('Technician notes')).toHaveValue('Stripped thread')
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kept')))
  expect(await kept()).not.toEqual([])
})

test('a dialog closed by a reload opens with its typed text, until it is discarded', async ({
  page,
}) => {
  await enterAs(page.request, 'admin')
  await page.goto('/technicians')
  page.on('dialog', (dialog) => void dialog.accept())
  const open = () => page.getByRole('button', { name: 'Add Technician' }).first().click()
  const name = page.getByLabel('First name')
  await open()
  await name.fill('Robin')
  await page.reload()
  await open()
  await expect(name).toHaveValue('Robin')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(name).toHaveCount(0)
  await open()
  await expect(name).toHaveValue('')
})
