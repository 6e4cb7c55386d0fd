import { expect, test } from 'vitest'
import { makeJob, makeUser, makeVehicle } from '#server/database/test-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

/** Spellings of each name as stored, as first and last name, and as typed. */
const names = [
  {
    stored: [
      ['Seán', 'O’Connor'],
      ['Sea\u0301n', "O'Connor"],
      ['SEAN', 'OConnor'],
      ['Séan', 'O`connor'],
    ],
    typed: [
      'sean oconnor',
      'Seán O’Connor',
      "SEAN O'CONNOR",
      "O'Connor, Sea\u0301n",
      'séan\u00A0o‘connor',
      '\u200Esean\u200B o`connor\uFEFF',
      'Ｓｅａｎ oconnor',
    ],
  },
  {
    stored: [
      ['SMITH & SONS', ''],
      ['Smith and', 'Sons'],
      ['Smith&Sons', ''],
      ['Smith', 'y Sons'],
    ],
    typed: ['smith sons', 'Smith and Sons', 'SMITH & SONS', 'smith + sons', 'Sons, Smith y'],
  },
  {
    stored: [
      ['Mary-Jane', 'Watson'],
      ['Mary Jane', 'Watson'],
      ['MaryJane', 'Watson'],
      ['Mary', 'Jane Watson'],
    ],
    typed: [
      'mary jane',
      'MaryJane',
      'Mary-Jane Watson',
      'maryjane watson',
      'Watson, Mary\u2011Jane',
    ],
  },
  {
    stored: [
      ['J.R. Motors, Inc.', ''],
      ['JR Motors', 'Inc'],
      ['J. R.', 'Motors Inc.'],
    ],
    typed: ['jr motors', 'J.R. Motors', 'J. R. Motors Inc.', 'J.R. Motors, Inc'],
  },
  {
    stored: [
      ['García e Hijos', ''],
      ['Garcia & Hijos', ''],
    ],
    typed: ['garcia hijos', 'García e Hijos', 'Garcia y Hijos', 'garcia & hijos'],
  },
  {
    stored: [
      ['Jörg', 'Müller'],
      ['JÖRG', 'MÜLLER'],
    ],
    typed: [
      'mueller',
      'Müller',
      'muller',
      'Mu\u0308ller',
      'Joerg Mueller',
      'jorg muller',
      'Mueller, Jörg',
    ],
  },
].map(({ stored, typed }) => ({
  stored: stored.map(([firstName = '', lastName = '']) => ({ firstName, lastName })),
  typed,
}))

test.each(
  names.flatMap(({ stored, typed }) => stored.map((name) => ({ ...name, spellings: typed }))),
)('every search box finds $firstName $lastName in any spelling', async ({ spellings, ...name }) => {
  const admin = await app.as('admin')
  const customer = await makeUser({ ...name, email: 'sean@xn--pea-8ma.mx', phone: '+15125550174' })
  const technician = await makeUser({ ...name, role: 'technician', approvedAt: new Date() })
  const { id: vehicleId } = await makeVehicle(customer.id)
  await makeJob({ customerId: customer.id, vehicleId })
  await makeVehicle(customer.id, { deletedAt: new Date(), model: 'Traction' })
  await admin.call('POST /api/contact', {
    body: {
      name: `${name.firstName} ${name.lastName}`,
      email: 'sean@peña.mx',
      phone: '',
      subject: 'Hola',
      message: 'Hi',
    },
  })
  await admin.call('PATCH /api/admin/customers/{id}', {
    params: { id: customer.id },
    body: { tags: ['vip'] },
  })
  const counts = async (search: string) => {
    const ask = async (route: string, query: object = { search }) => {
      const { status, body } = await admin.call(route, { query: { ...query } })
      expect([route, status]).toEqual([route, 200])
      return body
    }
    const lists = [
      'GET /api/admin/customers',
      'GET /api/admin/technicians',
      'GET /api/admin/messages',
      'GET /api/admin/deleted-vehicles',
      'GET /api/payments',
      'GET /api/admin/audit',
    ]
    const found: Record<string, number> = {}
    for (const route of lists) {
      const rows = await ask(route)
      found[route] = rows.length
    }
    for (const sort of ['name', '-name', 'email', 'spent'])
      found[`customers by ${sort}`] = (
        await ask('GET /api/admin/customers', { search, sort })
      ).length
    const { customers, technicians, vehicles } = await ask('GET /api/admin/search', { q: search })
    const callers = await ask('GET /api/admin/callers', { q: search })
    return {
      found,
      all: [customers.length, technicians.length],
      vehicles: vehicles.length,
      callers: callers.length,
    }
  }
  const right = await counts(spellings[0] ?? '')
  expect(Object.entries(right.found).filter(([, count]) => count === 0)).toEqual([])
  expect(right.all).toEqual([1, 1])
  for (const spelling of spellings)
    expect([spelling, await counts(spelling)]).toEqual([spelling, right])
  for (const one of [
    '512\u2011555\u20110174',
    '(512)\u00A0555–0174',
    'sean@peña.mx',
    'SEAN@PEN\u0303A.MX',
  ])
    expect([one, (await counts(one)).found['GET /api/admin/customers']]).toEqual([one, 1])
  expect(technician.role).toBe('technician')
})

test.each(names)(
  'spellings of a name in one ZIP code are possible duplicates: $typed.0',
  async ({ stored }) => {
    const admin = await app.as('admin')
    const people = []
    for (const name of stored) {
      const person = await makeUser({ ...name, phone: '' })
      await makeJob({ customerId: person.id })
      people.push(person.id)
    }
    const { body } = await admin.call('GET /api/admin/customers/duplicates')
    expect(
      body.map(({ customers }: { customers: { id: string }[] }) => customers.map(({ id }) => id)),
    ).toEqual([people])
    for (const id of people) {
      const { body: details } = await admin.call('GET /api/admin/customers/{id}', {
        params: { id },
      })
      expect(details.duplicates.map((one: { id: string }) => one.id).toSorted()).toEqual(
        people.filter((other) => other !== id).toSorted(),
      )
    }
  },
)
