import { describe, expect, it, vi } from 'vitest'
import { combineVinDecoders } from './combined.ts'
import type { DecodedVin, VinDecoder } from './port.ts'

const vin = '1HGCM82633A004352'
const accord: DecodedVin = {
  vin,
  make: 'Honda',
  model: 'Accord',
  year: 2003,
  displacementL: 3,
  cylinders: 6,
  fuel: 'Gasoline',
  checkDigitOk: true,
  derived: [],
}
const answering = (decoded: DecodedVin | undefined) => ({
  decode: vi.fn<VinDecoder['decode']>(async () => decoded),
})

describe('combined VIN decoder', () => {
  it('skips the live service when the offline data is enough', async () => {
    const live = answering(accord)
    expect(await combineVinDecoders(answering(accord), live).decode(vin)).toBe(accord)
    expect(live.decode).not.toHaveBeenCalled()
  })

  it('does not miss an engine in an electric car', async () => {
    const car: DecodedVin = {
      ...accord,
      fuel: 'Electric',
      displacementL: undefined,
      cylinders: undefined,
    }
    const live = answering(accord)
    expect(await combineVinDecoders(answering(car), live).decode(vin)).toBe(car)
    expect(live.decode).not.toHaveBeenCalled()
  })

  it('fills gaps and replaces what was inferred', async () => {
    const known: DecodedVin = {
      ...accord,
      displacementL: 2.9,
      turbo: undefined,
      derived: ['displacementL', 'cylinders'],
    }
    const asked = { ...accord, model: 'ACCORD', cylinders: undefined, turbo: false }
    expect(await combineVinDecoders(answering(known), answering(asked)).decode(vin)).toEqual({
      ...accord,
      displacementL: 3,
      turbo: false,
      derived: ['cylinders'],
    })
  })

  it('keeps its own answer when the service fails or names another make', async () => {
    const known: DecodedVin = { ...accord, fuel: undefined }
    expect(await combineVinDecoders(answering(known), answering(undefined)).decode(vin)).toBe(known)
    const other = answering({ ...accord, make: 'Acura' })
    expect(await combineVinDecoders(answering(known), other).decode(vin)).toBe(known)
  })

  it('asks about a manufacturer missing from the offline data', async () => {
    const combined = combineVinDecoders(answering(undefined), answering(accord))
    expect(await combined.decode(vin)).toBe(accord)
  })

  it('is the offline decoder when the live service is switched off', async () => {
    const offline = answering(undefined)
    expect(combineVinDecoders(offline, undefined)).toBe(offline)
  })
})
