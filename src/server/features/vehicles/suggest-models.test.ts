import { describe, expect, it } from 'vitest'
import catalog from '../../../../data/vehicles/makes-models.json' with { type: 'json' }
import { type ModelCatalog, suggestModels } from './suggest-models.ts'

const models = catalog as unknown as ModelCatalog

describe('suggestions', () => {
  it('offers the models of a make and year', () => {
    expect(suggestModels(models, 'acura', 1990)).toContain('Legend')
    expect(suggestModels(models, 'Acura', 2010)).not.toContain('Integra')
    expect(suggestModels(models, 'Acura', 2024)).toContain('Integra')
  })
  it('names trucks by their weight class and vans by their length', () => {
    expect(suggestModels(models, 'Chevrolet', 2010)).toEqual(
      expect.arrayContaining(['Silverado 1500', 'Silverado 2500', 'Silverado 3500']),
    )
    expect(suggestModels(models, 'Dodge', 2006)).toEqual(
      expect.arrayContaining(['Caravan', 'Grand Caravan', 'Ram 1500']),
    )
  })
  it('has nothing to offer for an unknown make', () => {
    expect(suggestModels(models, 'Trabant')).toEqual([])
    expect(suggestModels(models, 'constructor')).toEqual([])
  })
})
