import { z } from 'zod'
import { nameTask } from '#server/queue/task.ts'

/** Takes a card of somebody who was erased off file at the card network; ids are the network's. */
export const forgetCardTask = nameTask(
  'forget-card',
  z.object({ cardId: z.string(), customerId: z.string() }),
)
