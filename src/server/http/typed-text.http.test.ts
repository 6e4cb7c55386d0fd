import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

test('invisible characters in a form make nothing invalid and are not stored', async () => {
  const admin = await app.as('admin')
  const { status, body } = await admin.call('POST /api/admin/customers', {
    body: {
      firstName: '\u200EZoe\u0308\u200B',
      lastName: 'Mary\u2011Ann\u00A0Roe\uFE0F',
      email: '\uFEFFZoe@Peña\u2060.mx ',
      phone: '\u202A512\u2011555\u20110174\u202C',
    },
  })
  expect([status, body]).toMatchObject([
    201,
    {
      firstName: 'Zoë',
      lastName: 'Mary-Ann Roe',
      email: 'zoe@xn--pea-8ma.mx',
      phone: '+15125550174',
    },
  ])
  const add = (car: object) =>
    admin.call('POST /api/vehicles', { query: { customerId: body.id }, body: car })
  const citroen = { make: 'Citroe\u0308n', model: '\u200FC\u2011Max', year: '2018\u200B' }
  expect((await add({ ...citroen, licensePlate: '\u00A0KTX\u20114821\uFE0F' })).body).toMatchObject(
    {
      make: 'Citroën',
      model: 'C-Max',
      year: '2018',
      licensePlate: 'KTX-4821',
    },
  )
  const honda = { make: 'Honda', model: 'Accord', year: '2003', licensePlate: 'A 1' }
  const vin = '1HGCM\u200B826\u201133A004352\uFEFF'
  expect((await add({ ...honda, vin })).body).toMatchObject({ vin: '1HGCM82633A004352' })
})

test('an internationalized address is one account, however it is typed', async () => {
  const admin = await app.as('admin')
  const add = (email: string) =>
    admin.call('POST /api/admin/customers', { body: { firstName: 'Ana', lastName: 'Peña', email } })
  expect((await add('ana@peña.mx')).status).toBe(201)
  for (const email of ['ANA@PEÑA.MX', 'ana@pen\u0303a.mx', 'ana@xn--pea-8ma.mx'])
    expect([email, (await add(email)).status]).toEqual([email, 409])
  for (const email of ['ana@peña', 'ana@peña.mx/x', 'añá@example.com'])
    expect([email, (await add(email)).status]).toEqual([email, 400])
})

test('invisible characters do not hide a card number', async () => {
  const { status } = await app.call('POST /api/contact', {
    body: {
      name: 'Ann',
      email: 'ann@example.com',
      subject: 'Card',
      message: [...'4012888888881881'].join('\u200B\u200C\u2060\uFEFF\u200B'),
    },
  })
  expect(status).toBe(400)
})
