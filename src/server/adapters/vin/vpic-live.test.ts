import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLiveVinDecoder } from './vpic-live.ts'

const accord = {
  Make: 'HONDA',
  Model: 'Accord',
  ModelYear: '2003',
  Series: '',
  Trim: 'EX-V6',
  DisplacementL: '2.997',
  EngineCylinders: '6',
  FuelTypePrimary: 'Gasoline',
  FuelTypeSecondary: '',
  Turbo: 'No',
  VehicleType: 'PASSENGER CAR',
  ErrorCode: '6',
}

let server: Server
let baseUrl: string
let asked: string[]
let answer: (respond: (status: number, body: unknown) => void) => void

beforeEach(async () => {
  asked = []
  answer = (respond) => respond(200, { Count: 1, Results: [accord] })
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer((status, body) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/vehicles`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const vin = '1HGCM82633A004352'

describe('live VIN decoder', () => {
  it('reads the flat answer and sends neither check digit nor serial number', async () => {
    const decoded = await createLiveVinDecoder({ baseUrl }).decode(vin)
    expect(decoded).toMatchObject({
      vin,
      make: 'Honda',
      model: 'Accord',
      year: 2003,
      trim: 'EX-V6',
      displacementL: 3,
      cylinders: 6,
      fuel: 'Gasoline',
      secondFuel: undefined,
      turbo: false,
      checkDigitOk: true,
    })
    expect(asked).toEqual(['/api/vehicles/DecodeVinValues/1HGCM826*3A?format=json'])
  })

  it('asks once per 30 days, even for another car of the same kind', async () => {
    let now = 0
    const decoder = createLiveVinDecoder({ baseUrl, now: () => now })
    await decoder.decode(vin)
    expect(await decoder.decode('1HGCM82633A999999')).toMatchObject({
      vin: '1HGCM82633A999999',
      model: 'Accord',
      checkDigitOk: false,
    })
    expect(asked).toHaveLength(1)
    now = 31 * 86_400_000
    await decoder.decode(vin)
    expect(asked).toHaveLength(2)
  })

  it.each([
    ['unknown manufacturer', { ...accord, ErrorCode: '1,7' }],
    ['nothing known', { ...accord, ErrorCode: '1, 8, 14' }],
    ['no make', { ...accord, Make: '' }],
    ['a motorcycle', { ...accord, VehicleType: 'MOTORCYCLE' }],
  ])('returns nothing for %s', async (_name, flat) => {
    answer = (respond) => respond(200, { Results: [flat] })
    expect(await createLiveVinDecoder({ baseUrl }).decode(vin)).toBeUndefined()
  })

  it('gives up on a slow service', async () => {
    answer = () => undefined
    const decoder = createLiveVinDecoder({ baseUrl, timeoutMs: 50 })
    expect(await decoder.decode(vin)).toBeUndefined()
  })

  it('stops asking after three failures and tries again a minute later', async () => {
    let now = 0
    answer = (respond) => respond(503, {})
    const decoder = createLiveVinDecoder({ baseUrl, now: () => now })
    for (let attempt = 0; attempt < 5; attempt += 1) await decoder.decode(vin)
    expect(asked).toHaveLength(3)
    now = 60_000
    answer = (respond) => respond(200, { Results: [accord] })
    expect(await decoder.decode(vin)).toMatchObject({ model: 'Accord' })
  })

  it('sends nothing but VINs', async () => {
    expect(await createLiveVinDecoder({ baseUrl }).decode('../../etc/passwd?')).toBeUndefined()
    expect(asked).toEqual([])
  })
})
