import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import samples from '../../../../data/vin/vins-sample.json' with { type: 'json' }
import { testVins } from './test-vins.ts'
import { createOfflineVinDecoder, type OfflineVinDecoder } from './offline.ts'

let folder: string
let decoder: OfflineVinDecoder
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vin-'))
  decoder = createOfflineVinDecoder({ cacheFolder: folder, currentYear: () => 2026 })
})
afterAll(async () => {
  decoder.close()
  await rm(folder, { recursive: true, force: true })
})

async function summarize(vin: string) {
  const decoded = await decoder.decode(vin)
  const { make, model, year, displacementL, cylinders, fuel } = decoded ?? {}
  return [make, model, year, displacementL ?? null, cylinders ?? null, fuel]
}

describe('offline VIN decoder', () => {
  it.each(samples.vins)('decodes the sample %s as %s %s %s', async (vin, ...expected) => {
    expect(await summarize(String(vin))).toEqual(expected)
  })

  it.each(testVins)('decodes %s as %s %s %s', async (vin, ...expected) => {
    expect(await summarize(vin)).toEqual(expected)
    expect((await decoder.decode(vin))?.checkDigitOk).toBe(true)
  })

  it('keeps an F-150 apart from the heavier Super Duty', async () => {
    expect((await decoder.decode('1FTRX18L9XNA12345'))?.model).toBe('F-150')
    expect((await decoder.decode('1FDUF5GT0CEA12345'))?.model).toBe('F-550')
  })

  it('decodes a VIN with a wrong check digit and reports it', async () => {
    const decoded = await decoder.decode('1HGCM82643A004352')
    expect(decoded).toMatchObject({ model: 'Accord', checkDigitOk: false })
  })

  it('marks inferred values', async () => {
    // The pattern names the engine J30A4 only.
    expect(await decoder.decode('1HGCM82633A004352')).toMatchObject({
      displacementL: 3,
      derived: ['displacementL'],
    })
  })

  it('distinguishes hybrids, plug-ins and electric cars', async () => {
    const levels = await Promise.all(
      ['JTDKN3DU5A0012345', '1G1RC6E45BU112345', '5YJ3E1EA0KF312345'].map((vin) =>
        decoder.decode(vin),
      ),
    )
    expect(levels.map((decoded) => decoded?.electrification)).toEqual(['HEV', 'PHEV', 'BEV'])
  })

  it("reads next year's model as this year's until the data has it", async () => {
    const decoded = await decoder.decode('WA1AAAF70MD012345')
    expect(decoded).toMatchObject({ model: 'Q7', year: 2021 })
    expect(decoded?.derived).toContain('model')
  })

  it('knows nothing of motorcycles, invented makers and malformed numbers', async () => {
    expect(await decoder.decode('1HD1KB4197Y612345')).toBeUndefined()
    expect(await decoder.decode('00000000000000000')).toBeUndefined()
    expect(await decoder.decode('1HGCM82633A00435')).toBeUndefined()
    expect(await decoder.decode('')).toBeUndefined()
  })

  it('answers any 17 characters with a vehicle or nothing', async () => {
    const characters = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789')
    const wmi = fc.constantFrom('1FT', '1G1', 'WBA', 'JTD', '5YJ', '1C9', 'KMH')
    const anyVin = fc
      .tuple(wmi, fc.array(characters, { minLength: 14, maxLength: 14 }))
      .map(([start, rest]) => start + rest.join(''))
    const anyText = fc.string({ minLength: 17, maxLength: 17, unit: 'grapheme' })
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyVin, anyText), async (vin) => {
        const { make, year, displacementL } = (await decoder.decode(vin)) ?? { make: 'none' }
        expect(make).not.toBe('')
        expect(year ?? 2000).toBeGreaterThanOrEqual(1980)
        expect(year ?? 2000).toBeLessThanOrEqual(2028)
        expect(displacementL ?? 2).toBeGreaterThan(0.3)
      }),
      { numRuns: 300 },
    )
  })
})
