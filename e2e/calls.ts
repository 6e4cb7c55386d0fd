import { type APIRequestContext, expect } from '@playwright/test'
import type { CallAnswer, Route } from '#client/app/call.ts'
import type { User } from '#shared/contract/accounts.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { guestLinkHeader } from '#shared/rules/guest-links.ts'
import type { Role, SelfChosenRole } from '#shared/rules/roles.ts'
import type { SlotLabel } from '#shared/rules/slots.ts'

type Input = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  guestLink?: string
}

/** The answer of a call made outside the page with that context's cookies. Throws unless it succeeded. */
export async function call<R extends Route>(
  request: APIRequestContext,
  route: R,
  { params = {}, query, body, guestLink }: Input = {},
): Promise<CallAnswer<R>> {
  const [method = '', pattern = ''] = route.split(' ')
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const answer = await request.fetch(path, {
    method,
    ...(query && { params: query }),
    ...(body && { data: body }),
    ...(guestLink && { headers: { [guestLinkHeader]: guestLink } }),
  })
  if (!answer.ok()) throw new Error(`${route}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as CallAnswer<R>
}

let people = 0
export const newEmail = (name: string) => `${name}-${process.pid}-${++people}@example.com`

/** Creates an account with the code from the demo's outbox, and leaves its session in that context. */
export async function signUp(
  request: APIRequestContext,
  role: SelfChosenRole | null,
  email = newEmail(role ?? 'nobody'),
): Promise<User> {
  const user = await signUpWithoutName(request, role, email)
  return role ? addContactDetails(request, user) : user
}

/** The same, for an account without a name and phone number. */
export async function signUpWithoutName(
  request: APIRequestContext,
  role: SelfChosenRole | null,
  email = newEmail(role ?? 'nobody'),
): Promise<User> {
  await call(request, 'POST /api/auth/email-code', { body: { email } })
  const code = await mailedCode(request, email)
  const user = await call(request, 'POST /api/auth/email-code/verify', { body: { code } })
  return role ? call(request, 'POST /api/auth/set-role', { body: { role } }) : user
}

/** Adds the contact details a visit requires of its customer. */
export function addContactDetails(request: APIRequestContext, { email }: User): Promise<User> {
  const body = { firstName: 'Pat', lastName: 'Person', email, phone: '(512) 555-0142' }
  return call(request, 'PATCH /api/auth/user', { body })
}

export function signInAs(request: APIRequestContext, role: Role): Promise<User> {
  return call(request, 'POST /api/auth/demo', { body: { role } })
}

/** The newest code mailed to this address. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const mails = await call(request, 'GET /api/demo/outbox')
    code = /\b\d{6}\b/.exec(mails.find((mail) => mail.recipient === email)?.body ?? '')?.[0]
    expect(code).toBeDefined()
  }).toPass()
  return code ?? ''
}

let plates = 0
export function addCar(request: APIRequestContext, model = 'Camry'): Promise<Vehicle> {
  const licensePlate = `E2E ${++plates}`
  const body = { make: 'Toyota', model, year: '2018', licensePlate }
  return call(request, 'POST /api/vehicles', { body })
}

export type OpenTime = { date: string; time: SlotLabel }

export const homeAddress = '500 Congress Ave, Austin, TX 78701'

/** The open times at an address, earliest first. */
export async function openTimes(
  request: APIRequestContext,
  address = homeAddress,
): Promise<OpenTime[]> {
  const query = { address }
  const days: Day[] = await call(request, 'GET /api/availability', { query })
  return days.flatMap(({ date, slots }) =>
    slots.flatMap(({ timeSlot, status }) => (status === 'open' ? [{ date, time: timeSlot }] : [])),
  )
}

/** Books a new car of this customer at that time; `more` replaces or adds details. */
export async function bookTime(
  request: APIRequestContext,
  { date, time }: OpenTime,
  more: object = {},
): Promise<Job> {
  const usual = { scheduledDate: date, scheduledTime: time, serviceAddress: homeAddress }
  const vehicleId = 'vehicleId' in more ? more.vehicleId : (await addCar(request)).id
  return call(request, 'POST /api/jobs', { body: { vehicleId, ...usual, ...more } })
}

/** The visit of a guest's link. */
export async function visitOf(request: APIRequestContext, guestLink: string): Promise<Job> {
  const [visit] = await call(request, 'GET /api/jobs/customer', { guestLink })
  if (!visit) throw new Error('The link has no visit')
  return visit
}

/** Books without an account; returns the secret of the visit's link. */
export async function bookAsGuest(
  request: APIRequestContext,
  email = newEmail('guest'),
  codeOf = () => mailedCode(request, email),
  wanted?: OpenTime,
): Promise<string> {
  const place = wanted ?? (await openTimes(request)).at(-1)
  const body = {
    name: 'Gale Guest',
    email,
    phone: '(512) 363-0142',
    vehicle: { make: 'Toyota', model: 'Camry', year: '2018', licensePlate: `E2E ${++plates}` },
    scheduledDate: place?.date,
    scheduledTime: place?.time,
    serviceAddress: homeAddress,
  }
  await call(request, 'POST /api/guest-bookings', { body })
  const code = await codeOf()
  const { token } = await call(request, 'POST /api/guest-bookings/confirm', {
    body: { ...body, code },
  })
  return token
}
