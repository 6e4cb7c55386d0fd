import { z } from 'zod'
import { nameTask } from '#server/queue/task.ts'

/** Takes a card off file at the card network, with whoever had it unless `customerId` is null; ids are the network's. */
export const deleteCardTask = nameTask(
  'forget-card',
  z.object({ cardId: z.string(), customerId: z.string().nullable() }),
)
