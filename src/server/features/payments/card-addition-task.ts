import { z } from 'zod'
import { nameTask } from '#server/queue/task.ts'

/** Makes the call for a card that a customer adds, where no answer came. */
export const cardAdditionTask = nameTask('add-card', z.object({ additionId: z.uuid() }))
