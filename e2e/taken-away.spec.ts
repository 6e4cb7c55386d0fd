import type { APIRequestContext, Page } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { expectAccessible, expectSound } from './accessible.ts'
import { expectOff, fillIn, openPage, press, see, seeIn, seeNone, the } from './actions.ts'
import { call, signInAs, signUp } from './calls.ts'
import {
  openOffline,
  startService,
  prepareForOffline,
  test,
  waiting,
  startOffline,
  unsentWorkOn,
} from './offline-day.ts'
import { expect } from './server.ts'
import { inSpanish } from './spanish-words.ts'
import { addExtra, completeAndCharge, pictureFile } from './steps.ts'
import {
  approve,
  assign,
  cancelVisit,
  complete,
  jobOf,
  anOpenTime,
  reschedule,
  setStatus,
} from './visits.ts'

test.use({ serviceWorkers: 'allow' })

const notes = 'The gate was locked'

/** Starts a visit, writes notes and completes it, all offline. */
async function workOffline(page: Page, job: Job): Promise<void> {
  await startOffline(page, job)
  await fillIn(page, { 'Technician notes': notes })
  await press(page, 'Save Notes', 'Complete Service & Charge Customer')
  await press(page.getByRole('dialog'), 'Complete & charge')
  await see(page, the.first('Completed'))
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
}

const cancel = (office: APIRequestContext, { id }: Job) =>
  cancelVisit(office, id, 'The customer called')

test('a visit cancelled while offline: the work can be reported', async ({
  page,
  context,
  job,
  office,
}) => {
  await workOffline(page, job)
  await cancel(office.request, job)
  await context.setOffline(false)
  await see(page, `Visit ${job.number} was cancelled`, 'Reason: The customer called')
  await seeNone(page, job.serviceAddress, 'Completed', 'Service Completed')
  const unsent = page.getByRole('alert').filter({ hasText: '3 of your changes could not be saved' })
  await seeIn(unsent, 'This visit is already cancelled.', notes)
  await expectAccessible(page)
  await page.reload()
  await expect(unsent).toContainText(notes)
  await press(unsent, 'Send to the office')
  await expect(unsent).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(0)

  await office.goto('/notifications')
  await press(office, the.first(the.button(/Unsent work of/)))
  await expect(office).toHaveURL(`/admin/jobs/${job.id}`)
  const read = unsentWorkOn(office)
  await seeIn(read, notes, 'Start of the service')
  await expectAccessible(office)
})

/** Opens a visit that is on the device, while the connection is still pending and no events arrive. */
async function openUnconnected(page: Page, job: Job) {
  await prepareForOffline(page, [job])
  const connect = await connectLater(page)
  await openPage(page, `/job/${job.id}`, the.first(job.serviceAddress))
  return connect
}

test('a technician at the door reads of the cancellation', async ({
  page,
  context,
  job,
  office,
}) => {
  const connect = await openUnconnected(page, job)
  await cancel(office.request, job)
  connect()
  const what = page.locator('section', {
    has: page.getByRole('heading', { name: `Visit ${job.number} was cancelled` }),
  })
  await seeIn(what, /of the office cancelled it on/, 'There is nothing left to do there.')
  await seeIn(what, 'Reason: The customer called')
  await seeNone(page, job.serviceAddress)
  await see(page, /are no longer shown: the visit was cancelled/)
  await expectSound(page)
  await expect.poll(() => keptOf(page, job)).toEqual([])
  await context.setOffline(true)
  await page.reload()
  await see(page, the.first('This visit was cancelled'))
  await seeNone(page, job.serviceAddress)
})

test('a visit reassigned before connecting stays in no list', async ({ page, job, request }) => {
  const connect = await openUnconnected(page, job)
  await giveAway(request, job)
  connect()
  await see(page, `Visit ${job.number} is no longer yours`)
  await expect.poll(() => keptOf(page, job)).toEqual([])
})

test('a visit reassigned while offline leaves nothing behind', async ({
  page,
  context,
  job,
  request,
}) => {
  await workOffline(page, job)
  await giveAway(request, job)
  await context.setOffline(false)
  await see(
    page,
    `Visit ${job.number} is no longer yours`,
    /of the office gave it to another technician on/,
  )
  const unsent = page.getByRole('alert').filter({ hasText: '3 of your changes could not be saved' })
  await expect(unsent).toContainText('The visit was no longer yours.')
  await seeNone(page, job.serviceAddress)
  await expect.poll(() => keptOf(page, job)).toEqual([])
  await page.goto('/')
  await expect(unsent).toContainText(notes)
  await expect(page.locator(`a[href="/job/${job.id}"]`)).toHaveCount(0)
  await press(unsent, 'Discard')
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await press(question, 'Discard changes')
  await expect(unsent).toHaveCount(0)
  await seeNone(page, `Visit ${job.number} is no longer yours`)
  await openPage(page, `/job/${job.id}`, `Visit ${job.number} is no longer yours`)
})

test('a visit moved while offline: the office gets the work', async ({
  page,
  context,
  job,
  office,
}) => {
  await openOffline(page, job)
  await press(page, 'Start Communication')
  await press(page.getByRole('dialog'), 'On my way')
  await startService(page)
  await page.getByTestId('album-before').setInputFiles(await pictureFile('before.jpg'))
  await see(page, 'Saved on this device until it is sent')
  await completeAndCharge(page)
  await expect(waiting(page)).toHaveText('4 changes waiting to be sent')

  const place = await anOpenTime(office.request, -1)
  await reschedule(office.request, job.id, place)
  await context.setOffline(false)
  await see(page, `Visit ${job.number} was moved`)
  const unsent = page.getByRole('alert').filter({ hasText: '4 of your changes could not be saved' })
  await seeIn(
    unsent,
    'You started this visit before it was moved',
    'You did this before the visit was moved',
  )
  await seeNone(page, 'Completed')
  await expect(waiting(page)).toHaveCount(0)
  await expectOff(page.getByRole('button', { name: 'Start Service' }))
  await expectSound(page)
  await page.goto('/')
  await expect(unsent).toBeVisible()
  await press(unsent, 'Send to the office')
  await expect(unsent).toHaveCount(0)
  expect(await jobOf(page.request, job.id)).toMatchObject({
    status: 'assigned',
    scheduledDate: place.date,
    startedAt: null,
    communicationActive: false,
  })
  expect(await call(page.request, 'GET /api/jobs/{id}/photos', { params: { id: job.id } })).toEqual(
    [],
  )

  await office.goto(`/admin/jobs/${job.id}`)
  const read = unsentWorkOn(office)
  await expect(read).toContainText('Start of the service')
  const photo = read.getByRole('link', { name: /^Open the photo/ }).locator('img')
  await expect
    .poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessible(office)
})

/** The office reassigns the visit to a new technician. */
async function giveAway(other: APIRequestContext, job: Job): Promise<void> {
  const { id: technicianId } = await signUp(other, 'technician')
  await signInAs(other, 'admin')
  await approve(other, technicianId)
  await assign(other, job.id, technicianId)
}

/** Holds back events from the page until the returned function is called. */
async function connectLater(page: Page): Promise<() => void> {
  let connect = () => {}
  const mayConnect = new Promise<void>((resolve) => (connect = resolve))
  await page.routeWebSocket('/ws', async (socket) => {
    await mayConnect
    socket.connectToServer()
  })
  return connect
}

/** The saved reads that contain this visit's address. */
const keptOf = (page: Page, { serviceAddress }: Job) =>
  page.evaluate(async (address) => {
    const opening = indexedDB.open('fivequart-reads')
    await new Promise((resolve) => opening.addEventListener('success', resolve))
    const reading = opening.result.transaction('reads').objectStore('reads').getAll()
    await new Promise((resolve) => reading.addEventListener('success', resolve))
    opening.result.close()
    const reads = reading.result as { queryKey: unknown[] }[]
    return reads
      .filter((read) => JSON.stringify(read).includes(address))
      .map(({ queryKey }) => String(queryKey[0]))
  }, serviceAddress)

test('a visit that the office completed while offline: its extra is charged from the report', async ({
  page,
  context,
  job,
  office,
}) => {
  await startOffline(page, job)
  await addExtra(page, 'Wiper blade, driver side', '24.95')
  await page.getByTestId('album-after').setInputFiles(await pictureFile('after.jpg'))
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await complete(office.request, job.id)
  await context.setOffline(false)
  await see(page, `Visit ${job.number} was completed`)
  const unsent = page.getByRole('alert').filter({ hasText: 'of your changes could not be saved' })
  await seeIn(unsent, 'This visit is already completed.', 'Wiper blade', 'Photo')
  await expectAccessible(page)
  await press(unsent, 'Send to the office')
  await expect(waiting(page)).toHaveCount(0)
  await see(page, the.first('Service Completed'))

  await office.goto(`/admin/jobs/${job.id}`)
  const read = unsentWorkOn(office)
  await press(read, 'Charge this extra')
  const dialog = office.getByRole('dialog')
  await expectAccessible(office)
  await press(dialog, 'Charge this extra')
  await seeIn(read, 'Added to the visit')
  await press(read, the.button('Add to the visit'))
  await expect(read.getByText('Added to the visit')).toHaveCount(2)
  const finished = await jobOf(office.request, job.id)
  expect(finished.extrasAmount).toBe('24.95')
})

test("work after a move counts although the phone's clock is three hours slow", async ({
  page,
  context,
  job,
  office,
}) => {
  await page.clock.install({ time: Date.now() - 3 * 3_600_000 })
  await reschedule(office.request, job.id, await anOpenTime(office.request, -1))
  await startOffline(page, job)
  await fillIn(page, { 'Technician notes': notes }, 'Save Notes')
  await expect(waiting(page)).toHaveText('2 changes waiting to be sent')
  await context.setOffline(false)
  await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 })
  const { status, technicianNotes } = await jobOf(office.request, job.id)
  expect([status, technicianNotes]).toEqual(['in_progress', notes])
})

test('a visit completed on a second phone: late extras and a late removal reach the office', async ({
  page,
  context,
  job,
  office,
}) => {
  const params = { id: job.id }
  await setStatus(page.request, job.id, 'in_progress')
  const body = { serviceType: 'other', description: 'Cabin filter', unitPrice: '30.00' } as const
  await call(page.request, 'POST /api/jobs/{id}/extras', { params, body })
  await openPage(page, `/job/${job.id}`, the.first('Cabin filter'))
  await openOffline(page, job)
  await press(page, 'Remove Cabin filter')
  await addExtra(page, 'Wiper blade', '24.95')
  // The form is cleared once the extra is listed.
  await see(page, the.button('Remove Wiper blade'))
  await addExtra(page, 'Bulb', '9.00')
  await press(page, 'Remove Bulb')
  await page.getByTestId('album-after').setInputFiles(await pictureFile('after.jpg', 4000, 3000))
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await page.reload()
  await expect(waiting(page)).toHaveText('3 changes waiting to be sent')
  await setStatus(page.request, job.id, 'completed')
  await context.setOffline(false)
  await see(page, `Visit ${job.number} was completed`, /You completed it on/)
  const unsent = page.getByRole('alert').filter({ hasText: '2 of your changes could not be saved' })
  await seeIn(unsent, 'Removal of an extra', 'Wiper blade')
  // Taken before this technician completed it, so it belongs to the visit.
  await see(page, the.button('Open photo 1, After'))
  await press(unsent, 'Send to the office')
  await expect(waiting(page)).toHaveCount(0)
  await office.goto(`/admin/jobs/${job.id}`)
  const read = unsentWorkOn(office)
  await seeIn(read, 'Cabin filter', 'Wiper blade')
  await see(office, the.button('Open photo 1, After'))
})

test.describe('on a Spanish phone', () => {
  test.use({ locale: 'es-US' })

  test('the office reads unsent work in its own language', async ({
    page,
    context,
    job,
    newPage,
  }) => {
    const office = await newPage('admin', { locale: 'en-US' })
    const start = inSpanish('Start Service')
    await openPage(page, `/job/${job.id}`, the.button(start))
    await prepareForOffline(page, [])
    await context.setOffline(true)
    await press(page, start)
    await press(page.getByRole('dialog'), start)
    const typed = { [inSpanish('Technician notes')]: 'El portón estaba cerrado' }
    await fillIn(page, typed, inSpanish('Save Notes'))
    await complete(office.request, job.id)
    await context.setOffline(false)
    const unsent = page
      .getByRole('alert')
      .filter({ hasText: inSpanish('It follows a change that could not be saved.') })
    await seeIn(unsent, inSpanish('Start of the service'), inSpanish('Technician notes'))
    await seeIn(unsent, inSpanish('This visit is already completed.'))
    await expectSound(page)
    await press(unsent, inSpanish('Send to the office'))
    await expect(unsent).toHaveCount(0)

    await office.goto(`/admin/jobs/${job.id}`)
    const read = unsentWorkOn(office)
    await seeIn(read, 'Start of the service', 'The visit was already over.', 'Technician notes')
    await seeIn(read, 'It follows a change that could not be saved.', 'El portón estaba cerrado')
  })
})
