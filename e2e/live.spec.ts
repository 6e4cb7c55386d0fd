import type { Page } from '@playwright/test'
import { see, seeNone, the } from './actions.ts'
import { bookAsGuest, bookTime, call, signUp, visitOf } from './calls.ts'
import { expect, test } from './server.ts'
import { approve, assign, cancelVisit, anOpenTime, writeToOffice } from './visits.ts'

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

test('open pages show bookings, payments and cancellations', async ({
  page: customer,
  newPage,
}) => {
  const schedule = await newPage('admin', { viewport: { width: 1280, height: 900 } })
  const [payments, home] = [await schedule.context().newPage(), await schedule.context().newPage()]
  const queue = await newPage('technician')
  await signUp(customer.request, 'customer')
  const place = await anOpenTime(customer.request, -1)

  const stays = [
    await withSocket(schedule, () => openLive(schedule, `/schedule?date=${place.date}`)),
    await withSocket(payments, () => openLive(payments, '/payments')),
    await withSocket(queue, () => openLive(queue, '/')),
    await withSocket(home, () => openLive(home, '/')),
  ]
  await see(schedule, the.heading('Schedule'))

  const job = await bookTime(customer.request, place)
  await see(schedule, the.first(job.number))
  await expect(payments.getByRole('row', { name: new RegExp(job.number) })).toBeVisible()
  const take = queue.getByRole('button', { name: `Take this job, ${job.number}` })
  const needed = queue.getByText(/visits? needs? a technician/)
  await expect(take.or(needed).first()).toBeVisible()
  await see(home, the.first(job.number))

  await cancelVisit(customer.request, job.id)
  await seeNone(schedule, job.number)
  await expect(take).toHaveCount(0)

  await writeToOffice(customer.request, 'Ada', 'A live question', 'When?')
  await see(home, 'A live question')
  for (const stayed of stays) await stayed()
})

test("a guest's link shows live that the technician is coming", async ({
  page,
  office,
  newPage,
}) => {
  const token = await bookAsGuest(page.request)
  const job = await visitOf(page.request, token)
  // A new technician has no visit at that time.
  const field = await newPage()
  const { id: technicianId } = await signUp(field.request, 'technician')
  await approve(office.request, technicianId)
  await assign(office.request, job.id, technicianId)
  const [sockets, lostCards]: [unknown[], unknown[]] = [[], []]
  page.on('websocket', (socket) => sockets.push(socket))
  page.on('framedetached', (frame) => lostCards.push(frame))
  const stays = await withSocket(page, () => openLive(page, `/guest/${token}`))
  await see(page, /is your technician$/)
  await call(office.request, 'POST /api/jobs/{id}/activate-communication', {
    params: { id: job.id },
    body: {},
  })
  await expect(page.getByText('Your technician is on the way.')).toBeVisible({ timeout: 4000 })
  await stays()
  // A card being typed in the meantime is not lost.
  expect([sockets.length, lostCards.length]).toEqual([1, 0])
})
