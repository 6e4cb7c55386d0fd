import { describe, expect, it } from 'vitest'
import { deriveEngineFacts } from './engine-facts.ts'
import { element } from './vpic-database.ts'

type Engine = Parameters<typeof deriveEngineFacts>[0]
const nothingUsual = () => []
const derive = (engine: Partial<Engine>) =>
  deriveEngineFacts<Engine>({ make: 'Honda', derived: [], ...engine }, nothingUsual)

describe('deriveEngineFacts', () => {
  it.each([
    ['Honda', 'J30A4', 3, 6],
    ['Nissan', 'VQ35DE', 3.5, 6],
    ['Subaru', 'EJ253', 2.5, 4],
    ['BMW', 'N52B30', 3, 6],
    ['Volvo', 'B5254T2', 2.5, 5],
    ['Ford', '5.4L V8 EFI', 5.4, 8],
    ['Nissan', 'KA24', 2.4, 4],
  ])('%s %s has %s L and %s cylinders', (make, engineModel, displacementL, cylinders) => {
    expect(derive({ make, engineModel })).toMatchObject({ displacementL, cylinders })
  })

  it('reads no displacement into a code that has none', () => {
    expect(derive({ make: 'Toyota', engineModel: '2AR-FE' }).displacementL).toBeUndefined()
  })

  it('guesses cylinders by size without better information', () => {
    expect([1.8, 3.5, 5.7].map((displacementL) => derive({ displacementL }).cylinders)).toEqual([
      4, 6, 8,
    ])
  })

  it("prefers the make's usual values", () => {
    const usual = (subject: string) =>
      subject === 'make Volkswagen 2.5' ? [{ element: element.cylinders, value: '5' }] : []
    const engine: Engine = { make: 'Volkswagen', displacementL: 2.5, derived: [] }
    expect(deriveEngineFacts(engine, usual)).toMatchObject({ cylinders: 5, derived: ['cylinders'] })
  })

  it('never changes values read from the data', () => {
    const read = { displacementL: 2, cylinders: 3, fuel: 'Diesel', turbo: false }
    expect(derive({ ...read, engineModel: 'J35A V6 Turbo' })).toMatchObject({
      ...read,
      derived: [],
    })
  })

  it('gives electric cars no engine', () => {
    expect(derive({ make: 'Tesla', model: 'Model 3' })).toMatchObject({
      fuel: 'Electric',
      electrification: 'BEV',
      derived: ['fuel', 'electrification'],
    })
    expect(derive({ make: 'Tesla', model: 'Model 3' }).cylinders).toBeUndefined()
  })

  it('sees a turbo in the remark, the engine or an unambiguous trim', () => {
    expect(derive({ remark: 'Turbo' }).turbo).toBe(true)
    expect(derive({ engineModel: '1.4 TSI' }).turbo).toBe(true)
    expect(derive({ trim: '2.0T Premium' }).turbo).toBe(true)
    expect(derive({ trim: '2.5 SE, 2.0T Wolfsburg' }).turbo).toBeUndefined()
  })
})
