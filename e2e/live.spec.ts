import type { Page } from '@playwright/test'
import { bookAsGuest, bookPlace, call, enterAs, openPlaces, signUp, visitOf } from './calls.ts'
import { expect, test } from './server.ts'

/** Opens a page and returns a check that it was not reloaded. */
async function openLive(page: Page, path: string): Promise<() => Promise<void>> {
  await page.goto(path)
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
  return async () => expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true)
}

/** Opens a page and waits for its socket to be ready. */
const withSocket = async <T>(page: Page, open: () => Promise<T>): Promise<T> => {
  const ready = page
    .waitForEvent('websocket', (socket) => socket.url().endsWith('/ws'))
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('ready')),
    )
  const opened = await open()
  await ready
  return opened
}

test("the office and the queue show others' bookings, payments and cancellations without a reload", async ({
  page: customer,
  browser,
  server,
}) => {
  const [office, field] = await Promise.all([
    browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 900 } }),
    browser.newContext({ baseURL: server.url }),
  ])
  await enterAs(office.request, 'admin')
  await enterAs(field.request, 'technician')
  await signUp(customer.request, 'customer')
  const place = (await openPlaces(customer.request)).at(-1)
  if (!place) throw new Error('There is no place for a visit')

  const [schedule, payments, queue, home] = [
    await office.newPage(),
    await office.newPage(),
    await field.newPage(),
    await office.newPage(),
  ]
  const stays = [
    await withSocket(schedule, () => openLive(schedule, `/schedule?date=${place.date}`)),
    await withSocket(payments, () => openLive(payments, '/payments')),
    await withSocket(queue, () => openLive(queue, '/')),
    await withSocket(home, () => openLive(home, '/')),
  ]
  await expect(schedule.getByRole('heading', { name: 'Schedule' })).toBeVisible()

  const job = await bookPlace(customer.request, place)
  await expect(schedule.getByText(job.number).first()).toBeVisible()
  await expect(payments.getByRole('row', { name: new RegExp(job.number) })).toBeVisible()
  const take = queue.getByRole('button', { name: `Take this job, ${job.number}` })
  const needed = queue.getByText(/visits? needs? a technician/)
  await expect(take.or(needed).first()).toBeVisible()
  await expect(home.getByText(job.number).first()).toBeVisible()

  await call(customer.request, 'POST /api/jobs/{id}/cancel', { params: { id: job.id }, body: {} })
  await expect(schedule.getByText(job.number)).toHaveCount(0)
  await expect(take).toHaveCount(0)

  await call(customer.request, 'POST /api/contact', {
    body: { name: 'Ada', email: 'ada@example.com', subject: 'A live question', message: 'When?' },
  })
  await expect(home.getByText('A live question')).toBeVisible()
  for (const stayed of stays) await stayed()
  await Promise.all([office.close(), field.close()])
})

test("a guest's link shows live, without polling, that the technician is on the way", async ({
  page,
  browser,
  server,
}) => {
  const token = await bookAsGuest(page.request)
  const job = await visitOf(page.request, token)
  const office = await browser.newContext({ baseURL: server.url })
  await enterAs(office.request, 'admin')
  const params = { id: job.id }
  // A new technician has no visit at that time.
  const field = await browser.newContext({ baseURL: server.url })
  const { id: technicianId } = await signUp(field.request, 'technician')
  await call(office.request, 'POST /api/admin/technicians/{id}/approve', {
    params: { id: technicianId },
  })
  await call(office.request, 'POST /api/jobs/{id}/assign', { params, body: { technicianId } })
  const [sockets, lostCards]: [unknown[], unknown[]] = [[], []]
  page.on('websocket', (socket) => sockets.push(socket))
  page.on('framedetached', (frame) => lostCards.push(frame))
  const stays = await withSocket(page, () => openLive(page, `/guest/${token}`))
  await expect(page.getByText(/is your technician$/)).toBeVisible()
  await call(office.request, 'POST /api/jobs/{id}/activate-communication', { params, body: {} })
  await expect(page.getByText('Your technician is on the way.')).toBeVisible({ timeout: 4000 })
  await stays()
  // A card being typed in the meantime is not lost.
  expect([sockets.length, lostCards.length]).toEqual([1, 0])
  await Promise.all([office.close(), field.close()])
})
