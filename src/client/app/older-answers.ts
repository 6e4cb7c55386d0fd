import { type QueryClient, replaceEqualDeep } from '@tanstack/react-query'
import type { PublicConfig } from '#shared/contract/operations.ts'
import { endOf, standardSlots, startOf } from '#shared/rules/slots.ts'

/** Defaults for fields that screens read and older servers don't send. */
const missing: () => Partial<PublicConfig> = () => ({
  uses: {} as PublicConfig['uses'],
  slotTimes: {
    from: '2000-01-01',
    times: standardSlots.map((slot) => [startOf(slot), endOf(slot)]),
  },
  earlierSlotTimes: [],
})

type Answer = { uses?: object; salesTaxRateChanges?: unknown }

/** During an update an older server may answer this page: fields it leaves out keep their known values. */
function complete(known: unknown, answer: unknown): unknown {
  // The only field that answers omit when it is empty.
  const { salesTaxRateChanges: _, ...before } = (known ?? missing()) as Answer
  const { uses, ...given } = answer as Answer
  return replaceEqualDeep(known, {
    ...before,
    ...given,
    uses: { ...before.uses, ...uses },
  })
}

/** Fills in the settings that older servers don't send. */
export function completeOlderAnswers(queryClient: QueryClient): void {
  for (const route of ['GET /api/config', 'GET /api/admin/settings'])
    queryClient.setQueryDefaults([route], { structuralSharing: complete })
}
