import type { Job } from '#shared/contract/jobs.ts'
import { expectSound } from './accessible.ts'
import { fillIn, openPage, press, see, seeNone, the } from './actions.ts'
import { signInAs } from './calls.ts'
import { expect, test } from './server.ts'
import { writeToOffice } from './visits.ts'

test('from any office page a car is found by its plate, by keyboard only', async ({ page }) => {
  await signInAs(page.request, 'admin')
  const week = await page.request.get('/api/jobs/today?range=week')
  const [visit] = (await week.json()) as Job[]
  const { licensePlate, make } = visit?.vehicle ?? { licensePlate: '', make: '' }
  await openPage(page, '/technicians', the.button('Find anything'))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Name, phone/ })).toBeFocused()
  await page.keyboard.type(licensePlate.toLowerCase().replace(/\W/g, ''))
  const option = page.getByRole('group', { name: 'Cars' }).getByRole('option')
  await expect(option.first()).toContainText(make)
  await expectSound(page, { dark: true })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/jobs\//)
  await see(page, the.first(licensePlate))
})

test('a message is answered in the inbox, whose count is in the bar', async ({ page }) => {
  await signInAs(page.request, 'admin')
  await writeToOffice(
    page.request,
    'Olga <i>Open</i>',
    'Two <b>cars</b>',
    'Can you do both\non Friday?',
  )
  await page.goto('/technicians')
  const inbox = page.getByRole('link', { name: /^Messages, \d+ open$/ })
  const count = Number(/\d+/.exec((await inbox.getAttribute('aria-label')) ?? '')?.[0])
  await inbox.click()
  await expectSound(page)
  await page.getByText('Two <b>cars</b>').click()
  const dialog = page.getByRole('dialog')
  await see(dialog, 'Can you do both')
  await fillIn(dialog, { 'Assigned to': { index: 1 } })
  await expect(dialog.getByLabel('Assigned to')).not.toHaveValue('')
  await fillIn(dialog, { 'Your answer': 'Both, at eight.' })
  await expectSound(page, { dark: true })
  await press(dialog, 'Send answer')
  await see(page, the.first(the.text('Answer sent')))
  await seeNone(page, 'Two <b>cars</b>')
  const name = count > 1 ? `Messages, ${count - 1} open` : 'Messages'
  await see(page, the.link(name, { exact: true }))
  await page.getByRole('combobox', { name: 'Show' }).selectOption('done')
  await see(page, 'Two <b>cars</b>', the.first(the.text('Answered')))
})
