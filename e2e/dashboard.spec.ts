import type { SlotLabel } from '#shared/rules/slots.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { press, see, seeNone, the } from './actions.ts'
import { bookTime, call, signInAs, openTimes, signUp } from './calls.ts'
import { expectFits } from './fits.ts'
import { mainHeading, openLoaded } from './screens.ts'
import { expect, test } from './server.ts'
import { assign, blockSlot, writeToOffice } from './visits.ts'

test('items needing attention are handled, and disappear', async ({ page, request }) => {
  const newcomer = await signUp(request, 'technician')
  await signInAs(page.request, 'admin')
  await openLoaded(page, '/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const waiting = attention.getByRole('region', { name: 'Technicians waiting for approval' })
  await see(waiting, 'Pat Person')
  await expectSound(page, { dark: true })
  await press(waiting, 'Approve Pat Person')
  await seeNone(waiting, 'Pat Person')
  const people = await call(page.request, 'GET /api/admin/technicians')
  expect(people.find(({ email }) => email === newcomer.email)?.status).toBe('active')

  // A new message appears without a reload.
  await writeToOffice(request, 'Wanda', 'A van', 'Can you?')
  const messages = attention.getByRole('region', { name: 'Messages' })
  await press(messages, 'Mark as done: A van')
  await seeNone(attention, 'A van')

  const unpaid = attention.getByRole('region', { name: 'Visits awaiting payment' })
  await unpaid.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/admin\/jobs\//)
  await expect(page.getByRole('region', { name: 'Payment', exact: true })).toBeVisible()
})

test('visits in closed times or of absent technicians are fixed', async ({ page, request }) => {
  await signUp(request, 'customer')
  const [first, ...later] = await openTimes(request)
  const other = later.find(({ date }) => date !== first?.date)
  if (!first || !other) throw new Error('There are no places for two visits.')
  const closed = await bookTime(request, first)
  const away = await bookTime(request, other)
  await signInAs(page.request, 'admin')
  const technicians = await call(page.request, 'GET /api/admin/technicians')
  const technicianId = technicians.find(({ status }) => status === 'active')?.id ?? ''
  await blockSlot(page.request, {
    date: closed.scheduledDate,
    time: closed.scheduledTime as SlotLabel,
  })
  await assign(page.request, away.id, technicianId)
  await call(page.request, 'PATCH /api/admin/technicians/{id}', {
    params: { id: technicianId },
    body: { workingHours: [null, null, null, null, null, null, null] },
  })
  await openLoaded(page, '/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const inClosed = attention.getByRole('region', { name: 'Visits at closed times' })
  await see(inClosed, the.link(closed.number))
  await expectSound(page, { dark: true })
  await press(inClosed, `Move ${closed.number}`)
  const dialog = page.getByRole('dialog')
  const times = dialog.getByRole('group', { name: 'What time?' })
  await times.getByRole('radio', { disabled: false, checked: false }).last().click()
  await press(dialog, /^Move to/)
  await seeNone(inClosed, the.link(closed.number))

  const isAway = attention.getByRole('region', { name: 'Technician unavailable at that time' })
  const row = isAway.getByRole('listitem').filter({ hasText: away.number })
  const more = isAway.getByRole('button', { name: /^Show/ })
  if (await more.isVisible()) {
    await more.click()
    await expect(more).toHaveCount(0)
  }
  await expect(row).toContainText('does not work on a')
  await row.getByRole('combobox').selectOption({ label: 'Unassigned' })
  await press(row, `Unassign ${away.number}`)
  await expect(row).toHaveCount(0)
  await call(page.request, 'PATCH /api/admin/technicians/{id}', {
    params: { id: technicianId },
    body: { workingHours: null },
  })
})

test('every quick action opens a page, and charts are also tables', async ({ page }) => {
  await signInAs(page.request, 'admin')
  await page.setViewportSize({ width: 1280, height: 800 })
  await openLoaded(page, '/')
  for (const seen of ['Needs attention', "Today's jobs", 'Schedule'])
    await expect(page.getByText(seen, { exact: true }).last()).toBeInViewport()
  await expectFits(page)
  const revenue = page.getByRole('button', { name: 'Revenue of the last 14 days as a table' })
  await revenue.click()
  await expect(revenue).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await expect(page.getByRole('region', { name: 'Newest customers' }).getByRole('row')).toHaveCount(
    6,
  )
  const all = page.locator('a[href="/admin/customers"]')
  await expect(all.filter({ hasText: /^View \d+ more$/ })).toBeVisible()

  // The toggle shows exactly the visits of its days.
  const numbers = async (range: string) => {
    await press(page, the.tab(range, { exact: true }))
    const shown = page.getByRole('tabpanel', { name: range, exact: true })
    const jobs = await page.request.get(`/api/jobs/today?range=${range.toLowerCase()}`)
    const expected = ((await jobs.json()) as { number: string }[]).map(({ number }) => number)
    await expect(shown.getByRole('link', { name: /^FQ-\d+$/ })).toHaveText(expected)
    return expected
  }
  const today = await numbers('Today')
  expect(await numbers('Tomorrow')).not.toEqual(today)
  expect((await numbers('Week')).length).toBeGreaterThan(today.length)

  const part = (name: string) => page.locator('section').filter({ hasText: name }).last()
  await expect(part('Recent Job Payments').getByRole('listitem')).toHaveCount(3)
  for (const [name, link, href] of [
    ['Recent Job Payments', 'View All Payments', '/payments'],
    ['Technician Status', 'Technicians', '/technicians'],
  ] as const)
    await expect(part(name).getByRole('link', { name: link })).toHaveAttribute('href', href)

  const actions = page.getByRole('navigation', { name: 'Quick Actions' })
  const links = await actions
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  expect(new Set(links)).toEqual(
    new Set(['/admin/settings', '/booking', '/payments', '/schedule', '/technicians']),
  )
  for (const href of links) {
    await page.goto(href ?? '')
    await expect(mainHeading(page)).not.toHaveText(/not found/i)
  }
})
