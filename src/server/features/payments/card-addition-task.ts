import { z } from 'zod'
import { nameTask } from '#server/queue/task.ts'

/** Repeats the call for a customer's new card after one without an answer. */
export const cardAdditionTask = nameTask('add-card', z.object({ additionId: z.uuid() }))
