import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { openPage, press, see, seeIn, the } from './actions.ts'
import { bookTime, call, openTimes, signUp } from './calls.ts'
import { startOffline, waiting } from './offline-day.ts'
import { expect, test } from './server.ts'
import { picture } from './steps.ts'
import { approve, assign, jobOf } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

async function sign(page: Page, canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('There is nothing to sign on')
  await page.mouse.move(box.x + 30, box.y + 90)
  await page.mouse.down()
  for (const [x, y] of [
    [60, 40],
    [90, 110],
    [130, 60],
    [200, 90],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 4 })
  await page.mouse.up()
}

test('a repair offered offline is signed, charged and shown to its customer', async ({
  page,
  context,
  office,
  newPage,
}) => {
  const customer = await newPage()
  await signUp(customer.request, 'customer')
  const [place] = await openTimes(customer.request)
  if (!place) throw new Error('There is no time')
  const booked = await bookTime(customer.request, place)
  const { id: technicianId } = await signUp(page.request, 'technician')
  await approve(office.request, technicianId)
  const job = await assign(office.request, booked.id, technicianId)

  await startOffline(page, job)
  await press(page, /^Wipers/)
  const wipers = page.getByRole('group', { name: 'Front wipers', exact: true })
  await wipers.getByRole('button', { name: 'Needs work' }).click()
  await press(wipers, 'Offer a repair')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Description')).toHaveValue('Front wipers')
  await dialog.getByLabel('From the catalog').selectOption('Wiper blades, front pair · $39.99')
  await expect(dialog.getByLabel('Description')).toHaveValue('Wiper blades, front pair')
  await picture(page, 'offer')
  await press(dialog, 'Ask the customer')
  await seeIn(wipers, 'Offered: Wiper blades, front pair, $39.99', 'Waiting for the customer')
  await picture(page, 'waiting')

  await press(page, 'Complete Service & Charge Customer')
  await seeIn(dialog, '1 extra still waits for the customer', 'Leave out and complete')
  await press(dialog, 'Sign here')
  const signing = page.getByRole('dialog', { name: 'Sign here' })
  await seeIn(signing, 'I approve these charges: $39.99 in all.')
  await sign(page, signing.getByRole('img', { name: 'Sign here' }))
  await expectAccessible(page)
  await picture(page, 'sign')
  await press(signing, 'Save the answer')
  await expect(signing).toHaveCount(0)
  await seeIn(dialog, '$169.98')
  await press(dialog, 'Complete & charge')
  await expect(dialog).toHaveCount(0)
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })

  expect(await jobOf(office.request, job.id)).toMatchObject({
    status: 'completed',
    finalAmount: '169.98',
  })
  const approvals = await call(office.request, 'GET /api/jobs/{id}/approvals', {
    params: { id: job.id },
  })
  expect(approvals).toMatchObject([
    { method: 'booking', total: '129.99' },
    {
      method: 'signature',
      person: 'Pat Person',
      total: '39.99',
      lines: [{ description: 'Wiper blades, front pair', approved: true }],
    },
  ])
  expect(approvals[1]?.signature?.strokes).toHaveLength(1)

  await openPage(customer, `/job/${job.id}/communication`, 'What you agreed to')
  await press(customer, the.text('What you agreed to'))
  await see(customer, 'I agree to the total of $129.99.', 'I approve these charges: $39.99 in all.')
  await expect(customer.getByRole('img', { name: 'Signature of Pat Person' })).toBeVisible()
  await expectAccessible(customer)
  await picture(customer, 'agreed')
  await openPage(office, `/admin/jobs/${job.id}`, the.heading('Agreements'), the.first(/SHA-256/))
  await expectAccessible(office)
  await picture(office, 'agreements')
})
