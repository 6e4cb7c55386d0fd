import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const app = useTestApp({ at: new Date('2026-11-23T15:00:00Z') })

let plates = 0
const add = async (car: { year: string; make: string; model: string; vin: string }) => {
  const { call } = await app.as('customer')
  const { status, body } = await call('POST /api/vehicles', {
    body: { ...car, licensePlate: `A ${plates++}` },
  })
  return [status, body.vin ?? body.message]
}
const accord = { year: '2003', make: 'Honda', model: 'Accord' }

test.each(['*1HGCM82633A004352*', 'I1HGCM82633A004352', 'VIN: 1hgcm82633a004352'])(
  '%s is read as its number',
  async (vin) => {
    expect(await add({ ...accord, vin })).toEqual([201, '1HGCM82633A004352'])
    const { body } = await app.call('POST /api/vehicles/vin-lookup', { body: { vin } })
    expect(body.vehicleSpec).toMatchObject({ vin: '1HGCM82633A004352', ...accord })
  },
)

test.each(['I1HGCM82633A00435', '1HGCM82633A00435'])(
  '%s, a VIN cut short, is refused',
  async (vin) => {
    expect(await add({ ...accord, vin })).toEqual([400, expect.stringContaining('17')])
    const { body } = await app.call('POST /api/vehicles/vin-lookup', { body: { vin } })
    expect(body).toEqual({
      success: false,
      error: expect.stringContaining('1 character too short'),
    })
  },
)

test.each([
  { year: '1969', make: 'Ford', model: 'Mustang', vin: '9F02M123456' },
  { year: '1978', make: 'Toyota', model: 'Land Cruiser', vin: 'FJ40-282841' },
  { year: '1962', make: 'Volkswagen', model: 'Beetle', vin: '4562 001' },
])('a $year $make has a shorter number', async (car) => {
  expect(await add(car)).toEqual([201, car.vin.replace(/[- ]/g, '')])
  expect(await add({ ...car, year: '1985' })).toEqual([400, expect.stringContaining('17')])
})

test('a car without an American check digit keeps its number, one with another car’s is refused', async () => {
  // Neither the year nor a check digit is in a number for Europe.
  const golf = { year: '1999', make: 'Volkswagen', model: 'Golf', vin: 'WVWZZZ1JZ3W386752' }
  expect(await add(golf)).toEqual([201, golf.vin])
  expect(await add({ ...golf, vin: '1HGCM82633A004352' })).toEqual([
    400,
    'This VIN belongs to a 2003 Honda Accord. Please correct the vehicle or the VIN.',
  ])
})
