import type { DerivableField } from './port.ts'
import { element, type Match, type VpicDatabase } from './vpic-database.ts'

/** Facts about a VIN from one model year's patterns, by vPIC element. */
export type Facts = { values: Map<number, string>; model?: string; make?: string }
export const emptyFacts = (): Facts => ({ values: new Map() })

/** The best match of every element: rows arrive best first. */
export function collectFacts(matches: Match[]): Facts {
  const facts = emptyFacts()
  for (const { element: id, value, make } of matches) {
    if (facts.values.has(id)) continue
    facts.values.set(id, value)
    if (id === element.model && make) Object.assign(facts, { model: value, make })
  }
  return facts
}

/** Fills gaps from vPIC's engine model patterns. */
export function addEngineFacts(database: VpicDatabase, facts: Facts) {
  const name = facts.values.get(element.engineModel)
  if (!name) return
  const litres = litresOf(facts.values)
  for (const fact of database.findEngine(name)) {
    const known = facts.values.has(fact.element) || (isDisplacement(fact.element) && litres)
    if (!known) facts.values.set(fact.element, fact.value)
  }
}

/**
 * Some years of a model lack a detail, and the newest may be missing, while a neighboring year explains the same characters.
 * Returns the filled fields.
 */
export function borrowFromNeighbors(facts: Facts, year: number, factsOf: (year: number) => Facts) {
  const borrowed = new Set<DerivableField>()
  for (const distance of [-1, 1]) {
    const missing = missingFields(facts)
    if (missing.length === 0) break
    const neighbor = factsOf(year + distance)
    if (!neighbor.model || (facts.model && !sameModel(facts.model, neighbor.model))) continue
    for (const field of missing)
      for (const id of elementsOf[field]) {
        const value = neighbor.values.get(id)
        if (value === undefined || facts.values.has(id)) continue
        facts.values.set(id, value)
        borrowed.add(field)
      }
    if (!facts.model) Object.assign(facts, { model: neighbor.model, make: neighbor.make })
  }
  return [...borrowed]
}

// Allows only a suffix to differ: BMW's 525iA is a 525i, the Grand Cherokee L a Grand Cherokee.
const sameModel = (one: string, other: string) => one.startsWith(other) || other.startsWith(one)

const elementsOf = {
  model: [element.model],
  fuel: [element.fuel, element.secondFuel],
  displacementL: [element.displacementL, element.displacementCc],
  cylinders: [element.cylinders],
} satisfies Partial<Record<DerivableField, number[]>>

function missingFields(facts: Facts): (keyof typeof elementsOf)[] {
  const { values } = facts
  const missing: (keyof typeof elementsOf)[] = []
  if (!facts.model) missing.push('model')
  if (!values.has(element.fuel)) missing.push('fuel')
  if (values.get(element.fuel) === 'Electric') return missing
  if (!litresOf(values)) missing.push('displacementL')
  if (!values.has(element.cylinders)) missing.push('cylinders')
  return missing
}

// vPIC's own weights for choosing between two model years.
const weights = new Map<number, number>([
  [element.model, 99],
  [element.displacementCc, 98],
  [element.fuel, 91],
  [element.cylinders, 88],
  [element.grossWeight, 70],
  [element.series, 61],
  [element.trim, 61],
  [element.engineModel, 55],
])
export const scoreOf = (facts: Facts) =>
  [...facts.values.keys()].reduce((sum, id) => sum + (weights.get(id) ?? 1), 0)

const isDisplacement = (id: number) =>
  id === element.displacementL || id === element.displacementCc || id === element.displacementCi

/** Liters to one decimal, from any unit in the data. */
export function litresOf(values: Map<number, string>): number | undefined {
  const litres =
    Number(values.get(element.displacementL)) ||
    Number(values.get(element.displacementCc)) / 1000 ||
    Number(values.get(element.displacementCi)) * 0.016387064
  return litres > 0.3 && litres < 20 ? Math.round(litres * 10) / 10 : undefined
}
