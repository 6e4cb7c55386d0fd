import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type EngineRow, readEngineCsv, readEngineDescription } from './engine-rows.ts'
import { estimateQuarts, type VehicleFacts } from './match-engine.ts'
import { recommendOil } from './recommend-oil.ts'

let rows: EngineRow[]
beforeAll(async () => {
  const path = join(import.meta.dirname, '../../../../data/oil/engines.csv')
  rows = readEngineCsv(await readFile(path, 'utf8'))
})

const camry: VehicleFacts = {
  make: 'Toyota',
  model: 'Camry',
  year: 2012,
  displacementL: 2.5,
  cylinders: 4,
  engineModel: '2AR-FE',
  fuel: 'Gasoline',
}

describe('the curated table', () => {
  it('reads every row', () => {
    expect(rows).toHaveLength(184)
    expect(rows[0]).toEqual({
      make: 'Toyota',
      model: 'Camry/Solara',
      yearFrom: 1997,
      yearTo: 2001,
      engine: '2.2L I4 5S-FE',
      quarts: 3.8,
      viscosity: '5W-30',
      oilType: 'conventional',
      source: 'manual text: 1998 Camry owner manual (autoguidegalaxy.com) 3.6 L/3.8 qt',
      confidence: 'high',
    })
  })
  it('describes a comparable engine in every row', () => {
    const engines = rows.map((row) => readEngineDescription(row.engine))
    expect(engines.filter((engine) => !(engine.litres && engine.litres > 0.9))).toEqual([])
    expect(engines.map((engine) => engine.diesel)).toEqual(
      rows.map((row) => row.oilType === 'diesel_full_synthetic'),
    )
  })
  it('refuses an implausible row', () => {
    const head = 'make,model,years,engine,quarts,viscosity,oil_type,source,confidence'
    expect(() => readEngineCsv(`${head}\nKia,Rio,2012,1.6L,many,5W-20,diesel,me,low`)).toThrow(
      'Line 2',
    )
  })
})

describe('recommendOil', () => {
  it('takes the exact row', () => {
    expect(recommendOil(camry, rows)).toEqual({
      oilType: 'full_synthetic',
      oilCapacity: 4.6,
      recommendedServiceLevel: 'full_synthetic',
      capacitySource: 'curated',
      confidence: 'medium',
      viscosity: '0W-20',
      note: 'About 4.6 qt, confirmed by your technician.',
    })
  })

  it('needs no note for a figure read in the manual', () => {
    const ram = {
      make: 'Ram',
      model: '1500',
      year: 2014,
      displacementL: 5.7,
      cylinders: 8,
      fuel: 'Gasoline',
    }
    const advice = recommendOil(ram, rows)
    expect(advice).toMatchObject({ oilCapacity: 7, capacitySource: 'curated', confidence: 'high' })
    expect(advice).not.toHaveProperty('note')
  })

  it("prefers an operator's row by engine name", () => {
    const measured: EngineRow = {
      ...rows[0]!,
      make: 'Toyota',
      model: 'Camry',
      yearFrom: 2012,
      yearTo: 2012,
      engine: '2.5L I4 2AR-FXE',
      quarts: 4.7,
    }
    const hybrid = { ...camry, engineModel: '2AR-FXE' }
    expect(recommendOil(hybrid, [...rows, measured])).toMatchObject({ oilCapacity: 4.7 })
    expect(recommendOil(camry, [...rows, measured])).toMatchObject({ oilCapacity: 4.6 })
  })

  it('notes when the same engine differs by drivetrain', () => {
    const equinox = {
      make: 'Chevrolet',
      model: 'Equinox',
      year: 2022,
      displacementL: 1.5,
      cylinders: 4,
      turbo: true,
      fuel: 'Gasoline',
    }
    expect(recommendOil(equinox, rows)).toMatchObject({
      confidence: 'low',
      note: '4.2 to 5.3 qt depending on the version, confirmed by your technician.',
    })
  })

  it('does not confuse a sport version with the plain one', () => {
    const elantra = {
      make: 'Hyundai',
      model: 'Elantra',
      year: 2022,
      displacementL: 2,
      cylinders: 4,
      fuel: 'Gasoline',
    }
    expect(recommendOil(elantra, rows)).toMatchObject({ oilCapacity: 4.5 })
  })

  it('falls back to the same engine in another model, then in a sister make', () => {
    const corollaVan = { ...camry, model: 'Proace' }
    expect(recommendOil(corollaVan, rows)).toMatchObject({
      oilCapacity: 4.6,
      capacitySource: 'engine_family',
      confidence: 'low',
      viscosity: '0W-20',
    })
    const lexus = {
      make: 'Lexus',
      model: 'RX',
      year: 2013,
      displacementL: 3.5,
      cylinders: 6,
      engineModel: '2GR-FE',
      fuel: 'Gasoline',
    }
    const advice = recommendOil(lexus, rows)
    expect(advice).toMatchObject({ oilCapacity: 6.4, capacitySource: 'engine_family' })
    expect(advice).not.toHaveProperty('viscosity')
  })

  it('then estimates from similar engines, in half quarts', () => {
    const suzuki = {
      make: 'Suzuki',
      model: 'Kizashi',
      year: 2011,
      displacementL: 2.4,
      cylinders: 4,
      fuel: 'Gasoline',
    }
    const advice = recommendOil(suzuki, rows)
    expect(advice).toMatchObject({
      oilType: 'semi_synthetic',
      capacitySource: 'similar_engine',
      confidence: 'low',
      note: expect.stringMatching(/^About \d+(\.5)? qt, confirmed by your technician\.$/),
    })
  })

  it('never estimates a diesel', () => {
    const diesel = {
      make: 'Chevrolet',
      model: 'Cruze',
      year: 2014,
      displacementL: 2,
      cylinders: 4,
      fuel: 'Diesel',
    }
    expect(recommendOil(diesel, rows)).toEqual({
      oilType: 'diesel_full_synthetic',
      oilCapacity: null,
      recommendedServiceLevel: 'diesel_full_synthetic',
      capacitySource: 'technician',
      confidence: 'none',
      note: 'Your technician will confirm the oil capacity.',
    })
    const cummins = {
      make: 'Ram',
      model: '2500',
      year: 2022,
      displacementL: 6.7,
      cylinders: 6,
      fuel: 'Diesel',
    }
    expect(recommendOil(cummins, rows)).toMatchObject({
      oilCapacity: 12,
      capacitySource: 'curated',
    })
  })

  it('gives a gasoline engine no diesel row of the same size', () => {
    const gasoline = {
      make: 'Chevrolet',
      model: 'Silverado 2500',
      year: 2021,
      displacementL: 6.6,
      cylinders: 8,
      fuel: 'Gasoline',
    }
    const diesels = rows.filter((row) => row.oilType === 'diesel_full_synthetic')
    const advice = recommendOil(gasoline, diesels)
    expect(advice).toMatchObject({ oilType: 'full_synthetic', oilCapacity: null })
  })

  it('answers by name only if the engines agree', () => {
    const fit = recommendOil({ make: 'Honda', model: 'Fit', year: 2010 }, rows)
    expect(fit).toMatchObject({ oilCapacity: 3.8, capacitySource: 'curated', confidence: 'low' })
    const twoEngines = recommendOil({ make: 'Toyota', model: 'Camry', year: 2015 }, rows)
    expect(twoEngines).toMatchObject({ oilType: 'full_synthetic', oilCapacity: null })
    const unheard = recommendOil({ make: 'Trabant', model: '601', year: 1988 }, rows)
    expect(unheard).toMatchObject({
      oilType: 'conventional',
      oilCapacity: null,
      confidence: 'none',
    })
  })

  it('has a friendly answer for electric and hydrogen cars', () => {
    const message = "2019 Tesla Model 3 is fully electric and doesn't need an oil change."
    const tesla = { make: 'Tesla', model: 'Model 3', year: 2019 }
    expect(recommendOil(tesla, rows)).toEqual({ noOil: true, message })
    expect(recommendOil({ ...tesla, fuel: 'Electric' }, rows)).toEqual({ noOil: true, message })
    const mirai = { make: 'Toyota', model: 'Mirai', year: 2021, fuel: 'Fuel Cell' }
    expect(recommendOil(mirai, rows)).toMatchObject({
      message: "2021 Toyota Mirai runs on hydrogen and doesn't need an oil change.",
    })
  })

  it('includes plug-in hybrids', () => {
    const volt = {
      make: 'Chevrolet',
      model: 'Volt',
      year: 2012,
      displacementL: 1.4,
      cylinders: 4,
      fuel: 'Electric',
      secondFuel: 'Gasoline',
    }
    expect(recommendOil(volt, rows)).toMatchObject({ oilCapacity: 3.7, oilType: 'full_synthetic' })
  })
})

it('estimates each curated gasoline engine from the others to well under a quart', () => {
  const errors = rows.flatMap((row) => {
    const { litres, cylinders, turbo, diesel } = readEngineDescription(row.engine)
    const vehicle: VehicleFacts = {
      make: row.make.split('/')[0]!,
      year: Math.round((row.yearFrom + row.yearTo) / 2),
      displacementL: litres,
      cylinders,
      turbo,
      fuel: diesel ? 'Diesel' : 'Gasoline',
    }
    const quarts = estimateQuarts(
      rows.filter((other) => other !== row),
      vehicle,
    )
    return quarts === undefined ? [] : [Math.abs(quarts - row.quarts)]
  })
  expect(errors.length).toBeGreaterThan(160)
  expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.65)
})
