import type { APIRequestContext } from '@playwright/test'
import type { Job } from '#shared/contract/jobs.ts'
import { bookPlace, call, enterAs, openPlaces, signUp } from './calls.ts'
import { test as base } from './server.ts'
import { assign } from './visit-calls.ts'

/** A new customer's visit, assigned to the demo's technician; leaves both sessions in their contexts. */
export async function assignedVisit(
  customer: APIRequestContext,
  technician: APIRequestContext,
): Promise<Job> {
  await signUp(customer, 'customer')
  const { id: technicianId } = await enterAs(technician, 'technician')
  const { last } = await placesBeside(await call(technician, 'GET /api/jobs/technician'), customer)
  const { id } = await bookPlace(customer, last)
  await enterAs(technician, 'admin')
  const job = await assign(technician, id, technicianId)
  await enterAs(technician, 'technician')
  return job
}

/** Tests with such a visit: its customer is signed in on `request`, its technician on the page. */
export const test = base.extend<{ job: Job }>({
  job: async ({ page, request }, provide) => provide(await assignedVisit(request, page.request)),
})

/** The first and the last open place that none of these visits takes. */
export async function placesBeside(visits: readonly Job[], customer: APIRequestContext) {
  const taken = visits.map((visit) => `${visit.scheduledDate} ${visit.scheduledTime}`)
  const all = await openPlaces(customer)
  const [first, ...others] = all.filter(({ date, time }) => !taken.includes(`${date} ${time}`))
  if (!first) throw new Error('There is no place for a visit')
  return { first, last: others.at(-1) ?? first }
}
