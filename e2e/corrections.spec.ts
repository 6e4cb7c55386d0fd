import { fillIn, holdToasts, openPage, press, see, seeIn, seeNone, the } from './actions.ts'
import { bookAsGuest, call, visitOf } from './calls.ts'
import { test, waiting, startOffline } from './offline-day.ts'
import { expect } from './server.ts'
import { addExtra } from './steps.ts'
import { jobOf } from './visits.ts'

test.use({ serviceWorkers: 'allow' })

test('mistakes are corrected offline, unanswered extras omitted', async ({
  page,
  context,
  job,
}) => {
  await startOffline(page, job)
  await see(page, the.first('In Progress'))
  const add = async (words: string, price: string) => {
    await addExtra(page, words, price)
    await see(page, the.button(`Remove ${words}`))
  }
  await add('Bulb', '150.00')
  await see(page, 'Not sent yet; the customer will be asked')
  await press(page, 'Correct Bulb')
  await fillIn(page.getByRole('dialog'), { 'Price each': '15.00' }, 'Save')
  await see(page, the.text('Not sent yet'))
  await add('Slip', '20.00')
  await press(page, 'Remove Slip')
  await seeNone(page, the.button('Remove Slip'))
  await add('New battery', '180.00')
  await press(page, 'Complete Service & Charge Customer')
  const dialog = page.getByRole('dialog')
  await seeIn(dialog, '1 extra still waits for the customer', 'New battery, $180.00 (not sent yet)')
  await seeIn(dialog, '$144.99')
  await press(dialog, 'Leave out and complete')
  await see(page, 'Left out, not answered')
  const online = Date.now()
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  const done = await jobOf(page.request, job.id)
  expect(done).toMatchObject({ status: 'completed', finalAmount: '144.99' })
  for (const at of [done.startedAt, done.completedAt])
    expect(Date.parse(at ?? '')).toBeLessThan(online)
  for (const at of [done.startedReceivedAt, done.completedReceivedAt])
    expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(online)
  expect(
    await call(page.request, 'GET /api/jobs/{id}/extras', { params: { id: job.id } }),
  ).toMatchObject([
    { description: 'Bulb', totalPrice: 15, approval: 'not_needed' },
    { description: 'New battery', approval: 'left_out' },
  ])
})

test('sheets fill the phone, and toasts cover neither bar nor action', async ({ page, job }) => {
  await holdToasts(page)
  const boxOf = async (selector: string) => {
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`${selector} is not there`)
    return { top: box.y, bottom: box.y + box.height, ...box }
  }
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto(`/job/${job.id}`)
    const words = `Bulb ${width}`
    await addExtra(page, words, '15.00')
    await expect(page.locator('.toast')).toContainText('Extra service added successfully')
    for (const at of [0, 5000]) {
      await page.evaluate((y) => scrollTo(0, y), at)
      const [toast, bar, action] = [
        await boxOf('.toast'),
        await boxOf('header'),
        await boxOf('[data-bottom-bar]'),
      ]
      expect(toast.top).toBeGreaterThanOrEqual(bar.bottom)
      expect(toast.bottom).toBeLessThanOrEqual(action.top)
    }
    await press(page, `Correct ${words}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    const sheet = await boxOf('dialog')
    if (width < 640) expect([sheet.x, sheet.width]).toEqual([0, width])
    await page.keyboard.press('Escape')
  }
})

test('a guest approves an extra at the price shown', async ({ page, office }) => {
  const token = await bookAsGuest(page.request)
  const job = await visitOf(page.request, token)
  const params = { id: job.id }
  const add = (description: string) =>
    call(office.request, 'POST /api/jobs/{id}/extras', {
      params,
      body: { serviceType: 'other', description, unitPrice: '150.00' },
    })
  const battery = await add('New battery')
  // This page does not learn of the correction in time.
  await page.routeWebSocket('**/ws', () => {})
  await openPage(page, `/guest/${token}#extras`, 'Your technician asks: New battery for $150.00?')
  await call(office.request, 'PATCH /api/jobs/{id}/extras/{extraId}', {
    params: { ...params, extraId: battery.id },
    body: { unitPrice: '180.00' },
  })
  await press(page, 'Approve $150.00')
  await see(page, the.first('Your technician has changed this in the meantime.'))
  await press(page, 'Approve $180.00')
  await see(page, the.first('Extra approved'), the.first('$309.99'))
})
