import { text } from '#shared/texts/t.ts'

/** Where a capacity comes from, in the words of a customer. */
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

/** How sure a capacity is; of what nobody knows it is to be found out. */
export const confidenceLabel = (confidence: string | null): string =>
  confidences[confidence ?? ''] ?? text('To be confirmed')

type CapacityFacts = {
  oilCapacity: number | null
  capacitySource: string | null
  confidence: string | null
  measuredQuarts?: number | null
}

/** Quarts with filter (null: only the technician can tell), how sure that is, and where it comes from. */
type ShownCapacity = {
  quarts: number | null
  sure: boolean
  confidence: string
  /** Null for what was measured on this very car. */
  source: string | null
}

/** What a technician measured while filling this very car outweighs any table but a maker's own. */
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
