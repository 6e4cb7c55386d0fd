import { z } from 'zod'
import { nameTask } from '#server/queue/task.ts'

// Named here, apart from their handlers in tasks.ts, so that verbs can enqueue them without an import cycle.

/** Runs the next operations of a visit's payment. */
export const paymentTask = nameTask('orchestrate-payment', z.object({ jobId: z.uuid() }))

/** Repeats the call for a customer's new card after one without an answer. */
export const cardAdditionTask = nameTask('add-card', z.object({ additionId: z.uuid() }))

/** Deletes a card at the card network, and its customer there unless `customerId` is null; both ids are the network's. */
export const deleteCardTask = nameTask(
  'delete-card',
  z.object({ cardId: z.string(), customerId: z.string().nullable() }),
)
