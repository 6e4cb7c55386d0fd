import { beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '#server/database/test-factories.ts'
import { monday } from '#server/features/booking/test-customer.ts'
import { type TestPerson, useTestApp } from '#server/testing/test-app.ts'
import { contract } from '#shared/contract/contract.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'

const app = useTestApp({ at: monday })
let olga: TestPerson
let ada: TestPerson
beforeEach(async () => {
  olga = await app.as(await makeUser({ role: 'admin', firstName: 'Olga', lastName: 'Office' }))
  ada = await app.as(await makeUser({ role: 'admin', firstName: 'Ada', lastName: 'Lane' }))
})

type Versioned = {
  delete: string
  /** Created through a call, or in the database. */
  make: () => Promise<string>
  /** A change by someone else. */
  change: { route: string; body: object }
  /** The current state in the refusal. */
  now: object
}

const added = (route: string, body: object) => async () =>
  (await olga.call(route, { body })).body.id as string

const engine = {
  make: 'Toyota',
  model: 'Century',
  yearFrom: 1997,
  yearTo: 2017,
  engine: '5.0L V12 1GZ-FE',
  quarts: 7.4,
  viscosity: '5W-30',
  oilType: 'full_synthetic',
  source: 'Under the hood',
}
const closed = { from: '2026-11-26', to: '2026-11-27', name: 'Thanksgiving' }
const spot = {
  name: 'Downtown',
  address: '78701',
  latitude: 30.2713,
  longitude: -97.7426,
  radiusMiles: 10,
}

const things: Versioned[] = [
  {
    delete: 'DELETE /api/admin/service-packages/{id}',
    make: added('POST /api/admin/service-packages', {
      name: 'Winter',
      basePrice: 99.5,
      oilType: 'diesel',
    }),
    change: { route: 'PATCH /api/admin/service-packages/{id}', body: { basePrice: 89.5 } },
    now: { basePrice: 89.5, version: 2 },
  },
  {
    delete: 'DELETE /api/admin/products/{id}',
    make: added('POST /api/admin/products', { name: 'Wipers', sku: 'W-1', price: 20 }),
    change: { route: 'PATCH /api/admin/products/{id}', body: { price: 25 } },
    now: { price: 25, version: 2 },
  },
  {
    delete: 'DELETE /api/admin/promotions/{id}',
    make: added('POST /api/admin/promotions', { code: 'SPRING', reason: 'Mailing', off: 10 }),
    change: { route: 'PATCH /api/admin/promotions/{id}', body: { off: 15 } },
    now: { off: '15.00', version: 2 },
  },
  {
    delete: 'DELETE /api/admin/engines/{id}',
    make: added('POST /api/admin/engines', engine),
    change: { route: 'PATCH /api/admin/engines/{id}', body: { quarts: 8 } },
    now: { quarts: 8, version: 2 },
  },
  {
    delete: 'DELETE /api/admin/core-spots/{id}',
    make: added('POST /api/admin/core-spots', spot),
    change: { route: 'PATCH /api/admin/core-spots/{id}', body: { radiusMiles: 12 } },
    now: { radiusMiles: 12, version: 2 },
  },
  {
    delete: 'DELETE /api/admin/closures/{id}',
    make: async () =>
      (await olga.call('POST /api/admin/block-range', { body: { ...closed, isBlocked: true } }))
        .body.closure.id,
    change: { route: 'PUT /api/admin/closures/{id}', body: { ...closed, to: '2026-11-28' } },
    now: { to: '2026-11-28', version: 2 },
  },
  {
    delete: 'DELETE /api/admin/technicians/{id}',
    make: async () => (await makeUser({ role: 'technician' })).id,
    change: { route: 'PATCH /api/admin/technicians/{id}', body: { firstName: 'Mike' } },
    now: { firstName: 'Mike', version: 2 },
  },
  {
    delete: 'DELETE /api/admin/technicians/{id}/photo',
    make: async () => (await makeUser({ role: 'technician' })).id,
    change: { route: 'PATCH /api/admin/technicians/{id}', body: { firstName: 'Mike' } },
    now: { firstName: 'Mike', version: 2 },
  },
  {
    delete: 'DELETE /api/admin/customers/{id}',
    make: async () => (await makeUser()).id,
    change: { route: 'PATCH /api/admin/customers/{id}', body: { tags: ['Fleet'] } },
    now: { tags: ['Fleet'], version: 2 },
  },
  {
    delete: 'POST /api/admin/engines/{id}/undo',
    make: added('POST /api/admin/engines', engine),
    change: { route: 'PATCH /api/admin/engines/{id}', body: { quarts: 8 } },
    now: { quarts: 8, version: 2 },
  },
]

describe.each(things)('$delete', ({ delete: route, make, change, now }) => {
  const remove = (id: string, version?: string) =>
    olga.call(route, {
      params: { id },
      ...(version && { headers: { 'if-match': version } }),
    })

  test('is refused if someone changed it since, with who and its current state', async () => {
    const id = await make()
    expect(await ada.call(change.route, { params: { id }, body: change.body })).toMatchObject({
      status: 200,
    })
    const late = await remove(id, '"1"')
    expect(late).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('Ada Lane has changed this in the meantime'),
        details: { reason: 'changed', by: 'Ada Lane', now },
      },
    })
    const again = await remove(id, `"${late.body.details.now.version}"`)
    expect(again.body.details?.reason).not.toBe('changed')
  })

  test('without If-Match is not checked', async () => {
    const id = await make()
    await ada.call(change.route, { params: { id }, body: change.body })
    const answer = await remove(id)
    expect(answer.body.details?.reason).not.toBe('changed')
  })
})

test('applies to everything deleted by version', () => {
  const versioned = Object.entries(contract as Record<string, Endpoint>)
    .filter(([route, { ifMatch }]) => ifMatch && !/^(PATCH|PUT) /.test(route))
    .map(([route]) => route)
  expect(things.map((thing) => thing.delete).toSorted()).toEqual(versioned.toSorted())
  // Everything changed by version is deleted by version.
  for (const [route, { ifMatch }] of Object.entries(contract as Record<string, Endpoint>)) {
    const removal = route.replace(/^(PATCH|PUT)/, 'DELETE')
    if (ifMatch && removal in contract) expect(versioned).toContain(removal)
  }
})
