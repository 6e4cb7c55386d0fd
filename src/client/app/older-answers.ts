import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { endOf, standardSlots, startOf } from '#shared/rules/slots.ts'

/** Values of what servers of earlier versions leave out and screens look into. */
const missing: () => Partial<PublicConfig> = () => ({
  uses: {} as PublicConfig['uses'],
  slotTimes: {
    from: '2000-01-01',
    times: standardSlots.map((slot) => [startOf(slot), endOf(slot)]),
  },
  earlierSlotTimes: [],
})

type Answer = { uses?: object; salesTaxRateChanges?: unknown }

/** While servers are updated, one of the version before may answer this page: what it leaves out stays as it was known. */
function complete(known: unknown, answer: unknown): unknown {
  // The only field that an answer leaves out when there is nothing to say.
  const { salesTaxRateChanges: _, ...before } = (known ?? missing()) as Answer
  const { uses, ...given } = answer as Answer
  return replaceEqualDeep(known, {
    ...before,
    ...given,
    uses: { ...before.uses, ...uses },
  })
}

/** Completes the settings that older servers answer to newer pages, wherever they are read. */
export function completeOlderAnswers(queryClient: QueryClient): void {
  for (const route of ['GET /api/config', 'GET /api/admin/settings'])
    queryClient.setQueryDefaults([route], { structuralSharing: complete })
}
