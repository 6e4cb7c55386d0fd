import { z } from 'zod'
import { nameTask } from '#server/queue/task.ts'

/** Looks at the payment of a job. Named apart from what it does, which itself says what happened and so may wake others. */
export const paymentTask = nameTask('orchestrate-payment', z.object({ jobId: z.uuid() }))
