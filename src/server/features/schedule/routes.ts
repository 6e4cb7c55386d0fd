import type { HandlersOf } from '#server/http/handlers.ts'
import type { schedule } from '#shared/contract/admin.ts'
import { slots } from '#shared/rules/slots.ts'
import { blockSlots } from './actions/block-slots.ts'
import { blocksOf } from './queries.ts'

export const scheduleRoutes = {
  'GET /api/admin/blocked-slots': ({ query }) => blocksOf(query.date),

  'POST /api/admin/block-slot': async ({ body }) => {
    const chosen = slots.filter((slot) => slot.label === body.timeSlot)
    await blockSlots(
      body.date,
      chosen.map((slot) => slot.number),
      body,
    )
    return blocksOf(body.date)
  },

  'POST /api/admin/block-day': async ({ body }) => {
    await blockSlots(
      body.date,
      slots.map((slot) => slot.number),
      body,
    )
    return blocksOf(body.date)
  },
} satisfies HandlersOf<typeof schedule>
