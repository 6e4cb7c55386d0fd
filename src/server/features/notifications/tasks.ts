import { z } from 'zod'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask, type Task } from '#server/queue/task.ts'
import { purgeMessages } from './actions/purge-messages.ts'
import { giveUp, sendQueued } from './actions/send-queued.ts'
import { DeliveryConditions } from './delivery-conditions.ts'

const mostRetries = 10

const Sending = DeliveryConditions.extend({
  messageId: z.uuid(),
  userId: z.uuid().optional(),
  secret: z.boolean().optional(),
  awaited: z.boolean().optional(),
  calendar: z.boolean().optional(),
  replyTo: z.string().optional(),
  unsubscribeUrl: z.string().optional(),
  subscriptionId: z.uuid().optional(),
  notificationId: z.uuid().optional(),
  path: z.string().optional(),
  urgent: z.boolean().optional(),
})

export type Sending = z.infer<typeof Sending>

/**
 * Sends one mail, text or push message; tried again for about an hour and a half while nobody takes it. Several batches are
 * on their way at a time, so that one that hangs holds up nobody but itself.
 */
const sendingTask = (name: string, concurrency: number) => {
  const task: Task<Sending> = defineTask(name, {
    schema: Sending,
    retryLimit: mostRetries,
    // Longer than a mail server may take, so that a slow one is not sent the same mail twice.
    expireInSeconds: 120,
    concurrency,
    // Far fewer than could take the time that one batch has.
    batch: 20,
    handler: async (sending, { retry }) => {
      try {
        const result = await sendQueued(sending)
        if (result) await enqueue(task, sending, { startAfter: result })
      } catch (error) {
        if (retry >= mostRetries) await giveUp(sending)
        throw error
      }
    },
  })
  return task
}

export const sendMailTask = sendingTask('send-mail', 3)

/** Sign-in codes and the like, separate from mails no one is waiting for. */
export const sendAwaitedMailTask = sendingTask('send-awaited-mail', 4)

/** Apart from mails, so that neither waits while the other's provider is away. */
export const sendSmsTask = sendingTask('send-text', 2)

/** Apart from both, for there are many push services and any of them may be away. */
export const sendPushTask = sendingTask('send-push', 3)

export const purgeMessagesTask = defineTask('purge-messages', {
  expireInSeconds: 3 * 3600,
  handler: async (_data, { signal }) => purgeMessages(signal),
})
