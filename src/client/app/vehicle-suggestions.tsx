import { useCall } from './queries.ts'
import { foldText } from '#shared/rules/fold-text.ts'
import { listYears, soldIn } from '#shared/rules/model-years.ts'

type Typed = { make: string; model: string; year: string }

/** Suggestions for make, model and year, as datalists `{id}makes`, `{id}models` and `{id}years`. */
export default function VehicleSuggestions({ id, make, model, year }: Typed & { id: string }) {
  const { data: catalog = {} } = useCall('GET /api/vehicles/suggestions', undefined, {
    staleTime: Infinity,
  })
  const wantedYear = /^\d{4}$/.test(year.trim()) ? Number(year) : undefined
  const models = entryNamed(catalog, make) ?? {}
  const years = entryNamed(models, model)
  const lists = {
    makes: Object.keys(catalog),
    models: Object.keys(models).filter((name) => soldIn(models[name] ?? '', wantedYear)),
    years: years ? listYears(years) : [],
  }
  return Object.entries(lists).map(([list, options]) => (
    <datalist key={list} id={id + list}>
      {options.map((option) => (
        <option key={option} value={option} />
      ))}
    </datalist>
  ))
}

function entryNamed<Value>(entries: Record<string, Value>, typed: string): Value | undefined {
  const wanted = foldText(typed).trim()
  return Object.entries(entries).find(([name]) => foldText(name) === wanted)?.[1]
}
