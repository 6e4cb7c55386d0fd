import { text } from '#shared/texts/t.ts'

/** The source of a capacity, in the customer's words. */
const sources: Record<string, string> = {
  curated: text('From data for this engine.'),
  operator: text('Checked by us for this engine.'),
  engine_family: text('From the same engine in another model.'),
  similar_engine: text('Estimated from engines of this size.'),
  technician: text('Not known for this engine yet.'),
}
const confidences: Record<string, string> = {
  high: text('Well known'),
  medium: text('Likely'),
  low: text('Estimate'),
}

/** The label of a confidence level; an unknown one is still to be determined. */
export const confidenceLabel = (confidence: string | null): string =>
  confidences[confidence ?? ''] ?? text('To be confirmed')

type CapacityFacts = {
  oilCapacity: number | null
  capacitySource: string | null
  confidence: string | null
  measuredQuarts?: number | null
}

/** Quarts with filter (null: only the technician can tell), with confidence and source. */
type ShownCapacity = {
  quarts: number | null
  sure: boolean
  confidence: string
  /** Null if measured on this very car. */
  source: string | null
}

/** A technician's measurement of this very car takes precedence over any table except the maker's own. */
export function shownCapacity(facts: CapacityFacts): ShownCapacity {
  const { oilCapacity, measuredQuarts = null } = facts
  if (measuredQuarts !== null && (facts.confidence !== 'high' || oilCapacity === null))
    return {
      quarts: measuredQuarts,
      sure: true,
      confidence: text('Measured'),
      source: null,
    }
  return {
    quarts: oilCapacity,
    sure: facts.confidence === 'high',
    confidence: confidenceLabel(facts.confidence),
    source: sources[facts.capacitySource ?? ''] ?? text('Not known for this engine yet.'),
  }
}
