import { expect, test } from 'vitest'
import { db } from '#server/database/database.ts'
import { makeJob } from '#server/database/test-factories.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { guestAtHome } from '#server/features/guests/test-guest.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { customerWithCar, monday } from './test-customer.ts'

const app = useTestApp({ at: monday })

const noNumber = 'Please enter the street with its house number, for example 123 Main St.'
const noZip = 'Please enter the ZIP code, five digits.'

/** Every call that takes an address, with one chosen by the test. */
const calls = {
  async customer(serviceAddress: string) {
    const { call, form } = await customerWithCar(app)
    return call('POST /api/jobs', { body: { ...form, serviceAddress } })
  },
  async 'several cars'(serviceAddress: string) {
    const { call, form } = await customerWithCar(app)
    const { serviceAddress: _, ...visit } = form
    return call('POST /api/bookings', { body: { visits: [visit], serviceAddress } })
  },
  async office(serviceAddress: string) {
    const { form, user } = await customerWithCar(app)
    const admin = await app.as('admin')
    const body = { ...form, customerId: user.id, serviceAddress }
    return admin.call('POST /api/jobs', { body })
  },
  async guest(serviceAddress: string) {
    const { browser, form } = await guestAtHome(app)
    return browser.call('POST /api/guest-bookings', { body: { ...form, serviceAddress } })
  },
}

test.each(Object.entries(calls))(
  'an address that is none is refused at its field: %s',
  async (_, send) => {
    for (const [address, message] of [
      ['', 'Please enter service address'],
      ['Main', noNumber],
      ['Main St', noNumber],
      ['Main St, Austin, TX 78701', noNumber],
      ['123 Main St', noZip],
      ['123 Main St, Austin, TX', noZip],
      ['123 Main St, Austin, TX 00000', 'There is no ZIP code 00000. Please check it.'],
      ['123 Main St, Dallas, CA 78704', '78704 is in TX.'],
      ['123 Main St, Austin, TX 78704, Germany', 'We come to addresses in the United States only.'],
      ['123 Main St, Austin, XX 78704', '78704 is in TX.'],
      ['123 Main St, Austin XX 78704', '78704 is in TX.'],
      ['0 Main St, Austin, TX 78704', noNumber],
      ['123 Calle Luna, 00601', 'Please enter city and state too.'],
      [
        'PO Box 12, Austin, TX 73301',
        'We come to your car. Please enter a street address, not a post office box.',
      ],
    ] as const) {
      const { status, body } = await send(address)
      expect([address, status, body.message]).toEqual([address, 400, message])
      expect(body.details.fields).toEqual([{ path: 'serviceAddress', message }])
    }
    expect(await db().$count(jobs)).toBe(0)
  },
)

test.each([
  ['123 Main St, Austin, TX 78701', '123 Main St, Austin, TX 78701'],
  [' 123 Main St\nAustin, TX  78701 ', '123 Main St, Austin, TX 78701'],
  ['123 Main St Austin TX 78701', '123 Main St Austin TX 78701'],
  ['123 Main St, 78701', '123 Main St, Austin, TX 78701'],
  ['123 Main St, TX 78701', '123 Main St, Austin, TX 78701'],
  ['123 Main St, Apt 4, TX 78701', '123 Main St, Apt 4, Austin, TX 78701'],
  ['4711 Broadway, TX 78701', '4711 Broadway, Austin, TX 78701'],
  ['123 Main St Rollingwood, TX 78701', '123 Main St Rollingwood, TX 78701'],
  ['123 Main St, Round Rock 78701', '123 Main St, Round Rock, TX 78701'],
  // Residents know better than a table.
  ['123 Main St, Rollingwood, TX 78701', '123 Main St, Rollingwood, TX 78701'],
  ['123 Calle Luna, Adjuntas, PR 00601', '123 Calle Luna, Adjuntas, PR 00601'],
])('%j is stored as %j', async (sent, kept) => {
  const { status, body } = await calls.customer(sent)
  expect([status, body.serviceAddress]).toEqual([201, kept])
})

test('an old address without a number is still readable', async () => {
  const { call, user } = await customerWithCar(app)
  const job = await makeJob({ customerId: user.id, serviceAddress: 'Main St' })
  const { body } = await call('GET /api/jobs/{id}', { params: { id: job.id } })
  expect(body.serviceAddress).toBe('Main St')
})

test('anyone can look up a ZIP code, and the answer is cacheable', async () => {
  const ask = (zip: string) => app.call('GET /api/zip-codes', { query: { zip } })
  expect((await ask('\u200B78701 ')).body).toMatchObject({ zip: '78701', exists: true })
  const { headers, body } = await ask('78701')
  expect(body).toEqual({ zip: '78701', exists: true, city: 'Austin', state: 'TX' })
  expect(headers['cache-control']).toBe('public, max-age=86400')
  expect((await ask('00601')).body).toEqual({ zip: '00601', exists: true, city: null, state: null })
  expect((await ask('73301')).body).toMatchObject({ exists: true, city: 'Austin' })
  expect((await ask('00000')).body).toMatchObject({ exists: false, city: null })
  for (const zip of ['7870', '78701-1234', 'abcde']) expect((await ask(zip)).status).toBe(400)
})
