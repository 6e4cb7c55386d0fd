import type { APIRequestContext } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import type { Settings } from '#shared/rules/settings.ts'
import { addCar, bookTime, call, signInAs, openTimes, type OpenTime, signUp } from './calls.ts'
import { test as base } from './server.ts'

/** An open place: the first one, or counted from either end. Throws if there is none. */
export async function anOpenTime(
  request: APIRequestContext,
  at = 0,
  address?: string,
): Promise<OpenTime> {
  const place = (await openTimes(request, address)).at(at)
  if (!place) throw new Error('Nothing is open')
  return place
}

/** Books a new car of this customer at that open place. */
export const bookOpenPlace = async (request: APIRequestContext, at = 0) =>
  bookTime(request, await anOpenTime(request, at))

/** Signs in a new customer who has these cars. */
export async function signUpWithCars(request: APIRequestContext, ...models: string[]) {
  await signUp(request, 'customer')
  for (const model of models) await addCar(request, model)
}

export const jobOf = (request: APIRequestContext, id: string): Promise<Job> =>
  call(request, 'GET /api/jobs/{id}', { params: { id } })

/** Assigns a visit, whether or not the technician's other visits leave time to drive there. */
export const assign = (office: APIRequestContext, id: string, technicianId: string | undefined) =>
  call(office, 'POST /api/jobs/{id}/assign', {
    params: { id },
    body: { technicianId, beyondRoad: true },
  })

export const setStatus = (request: APIRequestContext, id: string, status: string) =>
  call(request, 'PATCH /api/jobs/{id}/status', { params: { id }, body: { status } })

/** A visit in progress of the technician signed in on `technician`, with the first line of its checklist checked. */
export async function visitUnderWay(
  customer: APIRequestContext,
  technician: APIRequestContext,
): Promise<Job> {
  const { id } = await assignedVisit(customer, technician)
  await setStatus(technician, id, 'in_progress')
  return call(technician, 'PUT /api/jobs/{id}/checklist', {
    params: { id },
    body: { items: ['oil_drained'] },
  })
}

export async function complete(request: APIRequestContext, id: string): Promise<void> {
  await setStatus(request, id, 'in_progress')
  await setStatus(request, id, 'completed')
}

export const reschedule = (request: APIRequestContext, id: string, { date, time }: OpenTime) =>
  call(request, 'POST /api/jobs/{id}/reschedule', {
    params: { id },
    body: { scheduledDate: date, scheduledTime: time },
  })

export const cancelVisit = (request: APIRequestContext, id: string, reason?: string) =>
  call(request, 'POST /api/jobs/{id}/cancel', { params: { id }, body: { reason } })

export const approve = (office: APIRequestContext, id: string) =>
  call(office, 'POST /api/admin/technicians/{id}/approve', { params: { id } })

export const blockSlot = (office: APIRequestContext, { date, time }: OpenTime) =>
  call(office, 'POST /api/admin/block-slot', {
    body: { date, timeSlot: time, isBlocked: true, reason: 'Training' },
  })

export const changeSettings = (office: APIRequestContext, body: Partial<Settings>) =>
  call(office, 'PUT /api/admin/settings', { body })

export const dueOf = (request: APIRequestContext, jobId: string) =>
  call(request, 'GET /api/payments/due/{jobId}', { params: { jobId } })

/** Holds the price of the usual package on a card that works. */
export const holdCard = (customer: APIRequestContext, jobId: string) =>
  call(customer, 'POST /api/payments/pre-authorize', {
    body: { jobId, sourceId: 'cnon:card-nonce-ok', amount: '129.99' },
  })

/** A message to the office from the contact page. */
export const writeToOffice = (
  request: APIRequestContext,
  name: string,
  subject: string,
  message: string,
) => {
  const email = `${name.replace(/ .*/, '').toLowerCase()}@visitor.test`
  return call(request, 'POST /api/contact', { body: { name, email, subject, message } })
}

/** A new customer's visit, assigned to the demo's technician; leaves both sessions in their contexts. */
export async function assignedVisit(
  customer: APIRequestContext,
  technician: APIRequestContext,
): Promise<Job> {
  await signUp(customer, 'customer')
  const { id: technicianId } = await signInAs(technician, 'technician')
  const { last } = await placesBeside(await call(technician, 'GET /api/jobs/technician'), customer)
  const { id } = await bookTime(customer, last)
  await signInAs(technician, 'admin')
  const job = await assign(technician, id, technicianId)
  await signInAs(technician, 'technician')
  return job
}

/** Tests with such a visit: its customer is signed in on `request`, its technician on the page. */
export const test = base.extend<{ job: Job }>({
  job: async ({ page, request }, provide) => provide(await assignedVisit(request, page.request)),
})

/** The first and the last open place that none of these visits takes. */
export async function placesBeside(visits: readonly Job[], customer: APIRequestContext) {
  const taken = visits.map((visit) => `${visit.scheduledDate} ${visit.scheduledTime}`)
  const all = await openTimes(customer)
  const [first, ...others] = all.filter(({ date, time }) => !taken.includes(`${date} ${time}`))
  if (!first) throw new Error('There is no place for a visit')
  return { first, last: others.at(-1) ?? first }
}

/** For `test.use`: a server whose day has just begun. */
export const beforeDawn = { environment: { NODE_OPTIONS: '--import ./e2e/before-dawn.ts' } }

/** The last free time of today, at such a server. */
export async function openTimeToday(request: APIRequestContext): Promise<OpenTime> {
  const { today } = await call(request, 'GET /api/config')
  const place = (await openTimes(request)).findLast(({ date }) => date === today)
  if (!place) throw new Error('Today is full')
  return place
}
