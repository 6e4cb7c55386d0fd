import { useCall } from '#client/app/queries.ts'
import { listYears, soldIn } from '#shared/rules/model-years.ts'

type Typed = { make: string; model: string; year: string }

/** What may be meant, from what is typed so far: a help only, anything else may be typed. */
export function useSuggestions({ make, model, year }: Typed) {
  const { data: catalog = {} } = useCall('GET /api/vehicles/suggestions', undefined, {
    staleTime: Infinity,
  })
  const wantedYear = /^\d{4}$/.test(year.trim()) ? Number(year) : undefined
  const models = entryNamed(catalog, make) ?? {}
  const years = entryNamed(models, model)
  return {
    makes: Object.keys(catalog),
    models: Object.keys(models).filter((name) => soldIn(models[name] ?? '', wantedYear)),
    years: years ? listYears(years) : [],
  }
}

function entryNamed<Value>(entries: Record<string, Value>, typed: string): Value | undefined {
  const wanted = typed.trim().toLowerCase()
  return Object.entries(entries).find(([name]) => name.toLowerCase() === wanted)?.[1]
}
