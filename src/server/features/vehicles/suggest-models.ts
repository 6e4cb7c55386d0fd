import { soldIn } from '#shared/rules/model-years.ts'
import { displayModel } from '#shared/rules/vehicle-names.ts'

/** data/vehicles/makes-models.json: make → model → year ranges such as "1985-2001,2023-2026". */
export type ModelCatalog = Record<string, Record<string, string>>

// Trucks sold in weight classes, which people use as their names.
const weightClasses: Record<string, string[]> = {
  Silverado: ['1500', '2500', '3500'],
  Sierra: ['1500', '2500', '3500'],
  Express: ['1500', '2500', '3500'],
  Savana: ['1500', '2500', '3500'],
  'C/K': ['1500', '2500', '3500'],
  Ram: ['1500', '2500', '3500'],
}

/** Models of a make in `year`, or of any year, in common names and alphabetical order. */
export function suggestModels(catalog: ModelCatalog, make: string, year?: number): string[] {
  const entry = Object.entries(catalog).find(
    ([name]) => name.toLowerCase() === make.trim().toLowerCase(),
  )
  if (!entry) return []
  const [catalogMake, models] = entry
  const names = Object.entries(models)
    .filter(([, years]) => soldIn(years, year))
    .flatMap(([model]) => {
      if (model === 'Caravan/Grand Caravan') return ['Caravan', 'Grand Caravan']
      const name = displayModel(catalogMake, model, undefined, '')
      return weightClasses[name]?.map((weight) => `${name} ${weight}`) ?? [name]
    })
  return [...new Set(names)].toSorted((one, other) =>
    one.localeCompare(other, 'en', { numeric: true }),
  )
}
