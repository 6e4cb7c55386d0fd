import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openPage, press, see, the } from './actions.ts'
import { call } from './calls.ts'
import { startOffline, test, waiting } from './offline-day.ts'
import { expect } from './server.ts'
import { pictureFile } from './steps.ts'
import { jobOf } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

const group = (page: Page, title: string) =>
  page.getByRole('region', { name: new RegExp(`^${title}`) })
const item = (page: Page, label: string) => page.getByRole('group', { name: label, exact: true })

/** Finds worn tread with five photos, a weak battery with one, and everything else of both groups good. */
async function inspect(page: Page): Promise<void> {
  await press(page, /^Tires/)
  const tread = item(page, 'Front left tire tread')
  await tread.getByRole('textbox', { name: 'Measured' }).fill('2')
  await expect(tread.getByRole('button', { name: 'Needs work' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await tread.getByRole('textbox', { name: 'Note' }).fill('Worn inside')
  const pictures = await Promise.all(
    ['tan', 'red', 'green', 'blue', 'gray'].map((color) =>
      pictureFile(`${color}.jpg`, 800, 600, color),
    ),
  )
  await page.getByTestId('album-Front left tire tread').setInputFiles(pictures)
  await see(page, '5 photos at most for one finding')
  await press(group(page, 'Tires'), 'The rest is good')

  await press(page, /^Battery/)
  const battery = item(page, 'Battery at rest')
  await battery.getByRole('button', { name: 'Watch' }).click()
  await page
    .getByTestId('album-Battery at rest')
    .setInputFiles(await pictureFile('battery.jpg', 600, 600, 'black'))
  await press(group(page, 'Battery'), 'The rest is good')
  await see(page, the.first('11 of 33 checked'))
}

test('an inspection made offline with six photos, sent twice, is there once', async ({
  page,
  context,
  job,
  office,
}) => {
  await startOffline(page, job)
  await inspect(page)
  await expectAccessible(page)
  await page.reload()
  await see(page, the.first('11 of 33 checked'))
  await press(page, /^Tires/)
  const tread = item(page, 'Front left tire tread')
  await expect(tread.getByRole('textbox', { name: 'Measured' })).toHaveValue('2')
  await expect(tread.getByRole('textbox', { name: 'Note' })).toHaveValue('Worn inside')
  await expect(waiting(page)).toHaveText('8 changes waiting to be sent')

  // In the meantime the office changes the template: the phone's is kept.
  const [template] = await call(office.request, 'GET /api/admin/inspection-templates')
  if (!template) throw new Error('There is no template')
  await call(office.request, 'PATCH /api/admin/inspection-templates/{id}', {
    params: { id: template.id },
    body: { groups: template.groups.filter(({ id }) => id !== 'battery') },
  })

  // The answer is lost once, so it is sent twice.
  const arrived = new Set<string>()
  await context.route(/\/api\/jobs\/[^/]+\/inspection/, async (route) => {
    const request = route.request()
    const key = request.headers()['idempotency-key']
    if (request.method() === 'GET' || !key || arrived.has(key)) return route.continue()
    arrived.add(key)
    await route.fetch()
    await route.abort()
  })
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  expect(arrived.size).toBe(1)

  const params = { id: job.id }
  const saved = await call(office.request, 'GET /api/jobs/{id}/inspection', { params })
  const photos = await call(office.request, 'GET /api/jobs/{id}/photos', { params })
  expect(photos).toHaveLength(6)
  expect(saved.template?.version).toBe(template.version)
  const found = (itemId: string) => saved.findings.find((one) => one.itemId === itemId)
  expect(found('front_left_tread')).toMatchObject({
    result: 'fail',
    measure: 2,
    unit: '32nds',
    note: 'Worn inside',
  })
  expect(found('front_left_tread')?.photoIds).toHaveLength(5)
  expect(found('battery_volts')).toMatchObject({ result: 'watch' })
  expect(found('battery_volts')?.photoIds).toHaveLength(1)
  expect(saved.findings).toHaveLength(11)

  // The office reads it on the visit's page.
  await openPage(office, `/admin/jobs/${job.id}`, the.heading('Inspection'), 'Worn inside')
  await expectAccessible(office)
})

test('an inspection does not hold back the end of a visit', async ({
  page,
  context,
  job,
  office,
}) => {
  await startOffline(page, job)
  await press(page, /^Wipers/)
  await press(group(page, 'Wipers'), 'All good')
  await press(page, 'Complete Service & Charge Customer')
  await press(page.getByRole('dialog'), 'Complete & charge')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  expect(await jobOf(office.request, job.id)).toMatchObject({ status: 'completed' })
  const params = { id: job.id }
  const saved = await call(office.request, 'GET /api/jobs/{id}/inspection', { params })
  expect(saved.findings).toHaveLength(3)
})

test('the office edits what is inspected', async ({ office }) => {
  await openPage(office, '/admin/settings?tab=inspections', 'Standard inspection')
  await press(office, 'Edit Standard inspection')
  const dialog = office.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'What is checked' }).first().fill('Paint')
  await see(dialog, /^Saving makes version \d+\./)
  await dialog.getByRole('button', { name: 'Remove Mirrors' }).click()
  await see(dialog, /^No longer checked: Mirrors\./)
  await dialog.getByRole('button', { name: 'Move down: Paint' }).click()
  await press(dialog, 'Add a group')
  await press(dialog, 'Save')
  await see(dialog, 'Please enter a title')
  await dialog.getByRole('button', { name: /^Remove Group \d+$/ }).click()
  await expectAccessible(office)
  await press(dialog, 'Save')
  await see(office, the.text('Saved'))
  const [template] = await call(office.request, 'GET /api/admin/inspection-templates')
  expect(template?.groups[0]?.items.map(({ id, label }) => [id, label])).toEqual([
    ['windshield', 'Windshield and windows'],
    ['body', 'Paint'],
  ])
})
