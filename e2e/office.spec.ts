import type { Job } from '#shared/contract/jobs.ts'
import { expectAccessible, expectReadableColors, expectSound } from './accessible.ts'
import { call, enterAs } from './calls.ts'
import { expectFits } from './fits.ts'
import { expect, test } from './server.ts'

test('from any office page a car is found by its plate, by keyboard only', async ({ page }) => {
  await enterAs(page.request, 'admin')
  const week = await page.request.get('/api/jobs/today?range=week')
  const [visit] = (await week.json()) as Job[]
  const { licensePlate, make } = visit?.vehicle ?? { licensePlate: '', make: '' }
  await page.goto('/technicians')
  await expect(page.getByRole('button', { name: 'Find anything' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Name, phone/ })).toBeFocused()
  await page.keyboard.type(licensePlate.toLowerCase().replace(/\W/g, ''))
  const option = page.getByRole('group', { name: 'Cars' }).getByRole('option')
  await expect(option.first()).toContainText(make)
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await expectFits(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/jobs\//)
  await expect(page.getByText(licensePlate).first()).toBeVisible()
})

test('a message is taken and answered in the inbox, whose count is in the bar', async ({
  page,
}) => {
  await enterAs(page.request, 'admin')
  const letter = { name: 'Olga <i>Open</i>', email: 'olga@example.com' }
  await call(page.request, 'POST /api/contact', {
    body: { ...letter, subject: 'Two <b>cars</b>', message: 'Can you do both\non Friday?' },
  })
  await page.goto('/technicians')
  const inbox = page.getByRole('link', { name: /^Messages, \d+ open$/ })
  const count = Number(/\d+/.exec((await inbox.getAttribute('aria-label')) ?? '')?.[0])
  await inbox.click()
  await expectSound(page)
  await page.getByText('Two <b>cars</b>').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Can you do both')).toBeVisible()
  await dialog.getByLabel('Assigned to').selectOption({ index: 1 })
  await expect(dialog.getByLabel('Assigned to')).not.toHaveValue('')
  await dialog.getByLabel('Your answer').fill('Both, at eight.')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectReadableColors(page)
  await expectFits(page)
  await dialog.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Answer sent', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Two <b>cars</b>')).toHaveCount(0)
  const name = count > 1 ? `Messages, ${count - 1} open` : 'Messages'
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('done')
  await expect(page.getByText('Two <b>cars</b>')).toBeVisible()
  await expect(page.getByText('Answered', { exact: true }).first()).toBeVisible()
})
