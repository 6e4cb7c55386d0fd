import { expect, test } from 'vitest'
import { makeJob, makeUser } from '#server/database/test-factories.ts'
import { guestOfVisit } from '#server/features/guests/test-guest.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Role } from '#shared/rules/roles.ts'
import { calls, paramsFor } from './test-contract.ts'

const app = useTestApp()

type Somebody = { role: Role | null; waiting?: boolean; byLink?: boolean } | undefined

const callers: [string, Somebody][] = [
  ['nobody', undefined],
  ['a person without a role', { role: null }],
  ['a customer', { role: 'customer' }],
  ['a guest', { role: 'customer', byLink: true }],
  ['a technician who waits', { role: 'technician', waiting: true }],
  ['a technician', { role: 'technician' }],
  ['an admin', { role: 'admin' }],
]

function expectedRefusal(allow: Endpoint['allow'], who: Somebody): 401 | 403 | 404 | undefined {
  if (who?.byLink) return allow.includes('guest') ? undefined : 404
  if (allow.includes('public')) return undefined
  if (!who) return 401
  if (allow.includes('person')) return undefined
  return who.role && !who.waiting && allow.includes(who.role) ? undefined : 403
}

const refusals = [
  'Please sign in first.',
  'You may not do this.',
  'Your account is waiting for approval.',
]

test.each(callers)('%s may make exactly the calls the contract allows', async (_, who) => {
  const user = who && (await makeUser({ role: who.role, ...(who.waiting && { approvedAt: null }) }))
  const { call } = who?.byLink
    ? await guestOfVisit(app, (await makeJob({ customerId: user?.id })).id)
    : user
      ? await app.as(user)
      : app
  for (const each of calls) {
    const { route, endpoint } = each
    const body = endpoint.body ? {} : undefined
    const answer = await call(route, { params: paramsFor(each), body })
    const refused = expectedRefusal(endpoint.allow, who)
    const known = who?.byLink ? [...refusals, 'Not found.'] : refusals
    const seen = known.includes(answer.body?.message) ? answer.status : undefined
    expect([route, seen]).toEqual([route, refused])
    expect([route, answer.status]).not.toEqual([route, 500])
  }
})

test('every role, and signed-out people, are allowed and refused somewhere', () => {
  for (const [, who] of callers) {
    const kept = calls.map(({ endpoint }) => expectedRefusal(endpoint.allow, who))
    expect(new Set(kept).size).toBe(2)
  }
})

test('a waiting technician gets the reason', async () => {
  const { call } = await app.as(await makeUser({ role: 'technician', approvedAt: null }))
  const answer = await call('GET /api/jobs/technician')
  expect(answer.body).toEqual({
    message: 'Your account is waiting for approval.',
    code: 'forbidden',
  })
})

test('changes a device stored for one person are not sent as another', async () => {
  const [one, other] = [await app.as('technician'), await app.as('technician')]
  const sentBy = (id: string) => ({ headers: { 'x-sent-by': id } })
  expect((await one.call('GET /api/jobs/technician', sentBy(one.user.id))).status).toBe(200)
  expect((await other.call('GET /api/jobs/technician', sentBy(one.user.id))).status).toBe(401)
})
