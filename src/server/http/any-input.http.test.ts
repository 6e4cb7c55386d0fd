import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { products } from '#server/database/tables/catalog.ts'
import { notifications } from '#server/database/tables/notifications.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { usesEverything } from '#shared/rules/uses.ts'
import { useTestApp, type TestPerson } from '#server/testing/test-app.ts'
import { errorStatus } from '#shared/rules/errors.ts'
import { calls, type Call, paramsFor, unknownId, withBody } from './test-contract.ts'
import { idsNamed, type Known, valuesOf } from './test-values.ts'
import { slotAt } from '#shared/rules/test-slots.ts'

const app = useTestApp({ env: { DEMO: '1' } })
let people: Record<string, TestPerson>
let known: Known

beforeEach(async () => {
  // A call of a part that is off reads no input.
  await changeSettings({ uses: usesEverything })
  const [customer, technician] = [await app.as('customer'), await app.as('technician')]
  people = { customer, technician, admin: await app.as('admin') }
  const of = { customerId: customer.user.id }
  const at = { ...of, technicianId: technician.user.id }
  const jobs = [
    await makeJob(of),
    await makeJob({ ...at, status: 'assigned' }),
    await makeJob({ ...at, status: 'in_progress' }),
  ]
  const addon = { name: 'Wiper blades', sku: 'W-1', category: 'addon', priceCents: 999 } as const
  const data = { date: '2026-11-24', slot: slotAt(1), technicianId: null }
  const jobIds = jobs.map(({ id }) => id)
  const told = {
    userId: customer.user.id,
    audience: 'customer',
    jobId: jobIds[0] ?? null,
    data,
  } as const
  const waiting = await makeUser({ role: 'technician', approvedAt: null })
  known = {
    ids: {
      jobId: jobIds,
      vehicleId: [(await makeVehicle(customer.user.id)).id],
      servicePackageId: jobs.map((job) => job.servicePackageId),
      customerId: [customer.user.id],
      technicianId: [technician.user.id],
      waiting: [waiting.id],
      addonServiceId: await idsOf(db().insert(products).values(addon).returning()),
      notification: await idsOf(
        db()
          .insert(notifications)
          .values({ ...told, type: 'job_booked' })
          .returning(),
      ),
      nothing: [unknownId],
    },
    dates: await openDates(),
  }
})

const idsOf = async (rows: PromiseLike<{ id: string }[]>) => (await rows).map(({ id }) => id)

async function openDates(): Promise<string[]> {
  const { body } = await app.call('GET /api/availability')
  return body.filter((day: { open: boolean }) => day.open).map(({ date }: { date: string }) => date)
}

const asked = calls.filter(({ endpoint }) => endpoint.params || endpoint.query || endpoint.body)
const expectedStatuses = ({ endpoint }: Call) => [
  ...('kind' in endpoint.response && endpoint.response.kind === 'redirect' ? [302] : []),
  endpoint.status ?? 200,
  400,
  401,
  403,
  429,
  ...(endpoint.errors ?? []),
]

const callersOf = ({ endpoint: { allow } }: Call): TestPerson[] =>
  Object.entries(people).flatMap(([role, person]) =>
    allow.some((access) => [role, 'public', 'person'].includes(access)) ? [person] : [],
  )

/** Possible requests of a call: any ids, and bodies and queries of the right shape. */
function requestsFor(call: Call) {
  const { body, query } = call.endpoint
  return fc.record({
    person: fc.constantFrom(...callersOf(call)),
    params: idsNamed(/\/(job|payment)/.test(call.path) ? 'jobId' : 'id', known).map((id) =>
      paramsFor(call, id),
    ),
    body: body ? valuesOf(body, known) : fc.constant(undefined),
    query: query ? valuesOf(query, known) : fc.constant(undefined),
  })
}

test.each(asked)('$route answers as declared for any valid input', async (call) => {
  for (const { person, ...sent } of fc.sample(requestsFor(call), {
    seed: 1,
    numRuns: 16,
  })) {
    const answer = await person.call(call.route, { ...sent, query: asQuery(sent.query) })
    const { status, body } = answer
    if (!expectedStatuses(call).includes(status))
      expect.fail(`${person.user.role} ${JSON.stringify(sent)}: ${status} ${answer.text}`)
    if (status >= 400)
      expect([call.route, body.code, status]).toEqual([
        call.route,
        body.code,
        errorStatus[body.code as keyof typeof errorStatus],
      ])
  }
})

const asQuery = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]))

test('text the database cannot store is refused in any field', async () => {
  let tried = 0
  for (const call of withBody) {
    const [sent] = fc.sample(requestsFor(call), { seed: 1, numRuns: 1 })
    if (!sent) throw new Error('There is no request.')
    const body = sent.body as Record<string, unknown>
    const texts = Object.keys(body).filter((name) => typeof body[name] === 'string')
    for (const name of texts)
      for (const bad of ['a\0b', 'half \ud83d']) {
        const request = { params: sent.params, body: { ...body, [name]: bad } }
        const answer = await sent.person.call(call.route, request)
        expect([call.route, name, answer.status]).toEqual([call.route, name, 400])
        tried += 1
      }
  }
  expect(tried).toBeGreaterThan(40)
})
