import { fillIn, openAs, press, see, the } from './actions.ts'
import { call, signInAs, homeAddress, signUp } from './calls.ts'
import { expect, test } from './server.ts'
import { nextStep } from './steps.ts'
import { signUpWithCars } from './visits.ts'

test('Back in a booking opens the previous question, then leaves the page', async ({ page }) => {
  await signUpWithCars(page.request, 'Camry', 'Corolla')
  await page.goto('/orders')
  await press(page, the.first(the.link('Book Service')))
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
  await see(page, the.heading("You're Booked!"))
  await page.goBack()
  await expect(page).toHaveURL('/orders')
})

test('a message to the office survives reloads until it is sent', async ({ page }) => {
  await page.goto('/contact')
  await fillIn(page, { Subject: 'Two cars', Message: 'Can you come for both?' })
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Two cars')
  await signUp(page.request, 'customer')
  await page.reload()
  // A user is signed in now, so the visitor's draft is not offered to them.
  await expect(page.getByLabel('Message')).toHaveValue('')
  await fillIn(page, { Subject: 'One car', Message: 'When can you come?', Name: 'Ada' })
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('When can you come?')
  await press(page, 'Send message')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toContainText(
    'Message Sent!',
  )
  await page.reload()
  await expect(page.getByLabel('Message')).toHaveValue('')
})

test("a technician's typed text survives a reload", async ({ page }) => {
  await signInAs(page.request, 'technician')
  const jobs = await call(page.request, 'GET /api/jobs/technician')
  const job = jobs.find(({ status }) => status === 'assigned')
  await page.goto(`/job/${job?.id}`)
  page.on('dialog', (dialog) => void dialog.accept())
  await fillIn(page, {
    'Service type': 'other',
    Description: 'New drain plug',
    'Price each': '12.50',
    'Technician notes': 'Stripped thread',
  })
  await page.reload()
  await expect(page.getByLabel('Description')).toHaveValue('New drain plug')
  await expect(page.getByLabel('Price each')).toHaveValue('12.50')
  await expect(page.getByLabel('Service type')).toHaveValue('other')
  await expect(page.getByLabel('Technician notes')).toHaveValue('Stripped thread')
  const kept = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('kept')))
  expect(await kept()).not.toEqual([])
})

test('a dialog opens with the text typed before a reload, until discarded', async ({ page }) => {
  await openAs(page, 'admin', '/technicians')
  page.on('dialog', (dialog) => void dialog.accept())
  const open = () => page.getByRole('button', { name: 'Add Technician' }).first().click()
  const name = page.getByLabel('First name')
  await open()
  await name.fill('Robin')
  await page.reload()
  await open()
  await expect(name).toHaveValue('Robin')
  await press(page, 'Cancel', 'Discard changes')
  await expect(name).toHaveCount(0)
  await open()
  await expect(name).toHaveValue('')
})
