import { bookAsGuest, call, enterAs, visitOf } from './calls.ts'
import { openOffline, startService, test, waiting } from './offline-day.ts'
import { expect } from './server.ts'
import { holdToasts } from './toasts.ts'

test.use({ serviceWorkers: 'allow' })

test('mistakes are corrected offline, unanswered questions are omitted, and times are those of the work', async ({
  page,
  context,
  job,
}) => {
  await openOffline(page, job)
  await startService(page)
  await expect(page.getByText('In Progress').first()).toBeVisible()
  const add = async (words: string, price: string) => {
    await page.getByLabel('Service type').selectOption({ label: 'Other' })
    await page.getByLabel('Description').fill(words)
    await page.getByLabel('Price each').fill(price)
    await page.getByRole('button', { name: 'Add extra' }).click()
    await expect(page.getByRole('button', { name: `Remove ${words}` })).toBeVisible()
  }
  await add('Bulb', '150.00')
  await expect(page.getByText('Not sent yet, then the customer is asked')).toBeVisible()
  await page.getByRole('button', { name: 'Correct Bulb' }).click()
  await page.getByRole('dialog').getByLabel('Price each').fill('15.00')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Not sent yet', { exact: true })).toBeVisible()
  await add('Slip', '20.00')
  await page.getByRole('button', { name: 'Remove Slip' }).click()
  await expect(page.getByRole('button', { name: 'Remove Slip' })).toHaveCount(0)
  await add('New battery', '180.00')
  await page.getByRole('button', { name: 'Complete Service & Charge Customer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('1 extra still waits for the customer')
  await expect(dialog).toContainText('New battery, $180.00 (not sent yet)')
  await expect(dialog).toContainText('$144.99')
  await dialog.getByRole('button', { name: 'Complete & charge' }).click()
  await expect(page.getByText('Left out, not answered')).toBeVisible()
  const online = Date.now()
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 60_000 })
  const params = { id: job.id }
  const done = await call(page.request, 'GET /api/jobs/{id}', { params })
  expect(done).toMatchObject({ status: 'completed', finalAmount: '144.99' })
  for (const at of [done.startedAt, done.completedAt])
    expect(Date.parse(at ?? '')).toBeLessThan(online)
  for (const at of [done.startedReceivedAt, done.completedReceivedAt])
    expect(Date.parse(at ?? '')).toBeGreaterThanOrEqual(online)
  expect(await call(page.request, 'GET /api/jobs/{id}/extras', { params })).toMatchObject([
    { description: 'Bulb', totalPrice: 15, approval: 'not_needed' },
    { description: 'New battery', approval: 'left_out' },
  ])
})

test('a sheet is as wide as the phone, and a toast covers neither the top bar nor the action', async ({
  page,
  job,
}) => {
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
    await page.getByLabel('Service type').selectOption({ label: 'Other' })
    await page.getByLabel('Description').fill(words)
    await page.getByLabel('Price each').fill('15.00')
    await page.getByRole('button', { name: 'Add extra' }).click()
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
    await page.getByRole('button', { name: `Correct ${words}` }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    const sheet = await boxOf('dialog')
    if (width < 640) expect([sheet.x, sheet.width]).toEqual([0, width])
    await page.keyboard.press('Escape')
  }
})

test('a guest approves an extra on their page, and only the price shown there', async ({
  page,
  browser,
  server,
}) => {
  const token = await bookAsGuest(page.request)
  const job = await visitOf(page.request, token)
  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  const params = { id: job.id }
  const add = (description: string) =>
    call(office.request, 'POST /api/jobs/{id}/extras', {
      params,
      body: { serviceType: 'other', description, unitPrice: '150.00' },
    })
  const battery = await add('New battery')
  // This page does not learn of the correction in time.
  await page.routeWebSocket('**/ws', () => {})
  await page.goto(`/guest/${token}#extras`)
  await expect(page.getByText('Your technician asks: New battery for $150.00?')).toBeVisible()
  await call(office.request, 'PATCH /api/jobs/{id}/extras/{extraId}', {
    params: { ...params, extraId: battery.id },
    body: { unitPrice: '180.00' },
  })
  await page.getByRole('button', { name: 'Approve $150.00' }).click()
  await expect(page.getByText('Your technician has changed this meanwhile.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Approve $180.00' }).click()
  await expect(page.getByText('Extra approved').first()).toBeVisible()
  await expect(page.getByText('$309.99').first()).toBeVisible()
  await office.close()
})
