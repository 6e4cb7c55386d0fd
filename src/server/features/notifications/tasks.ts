import { z } from 'zod'
import { enqueue } from '#server/queue/enqueue.ts'
import { defineTask, type Task } from '#server/queue/task.ts'
import { purgeMessages } from './actions/purge-messages.ts'
import { giveUp, sendQueued } from './actions/send-queued.ts'
import { DeliveryConditions } from './queries/delivery-conditions.ts'

const mostRetries = 10

const Sending = DeliveryConditions.extend({
  messageId: z.uuid(),
  userId: z.uuid().optional(),
  secret: z.boolean().optional(),
  awaited: z.boolean().optional(),
  calendar: z.boolean().optional(),
  statementId: z.uuid().optional(),
  replyTo: z.string().optional(),
  unsubscribeUrl: z.string().optional(),
  subscriptionId: z.uuid().optional(),
  notificationId: z.uuid().optional(),
  path: z.string().optional(),
  urgent: z.boolean().optional(),
})

export type Sending = z.infer<typeof Sending>

/**
 * Sends one mail, text or push message, retrying for about an hour and a half. Several batches run at a time, so that a
 * hanging message delays only its own batch.
 */
const sendingTask = (name: string, concurrency: number) => {
  const task: Task<Sending> = defineTask(name, {
    schema: Sending,
    retryLimit: mostRetries,
    // Longer than a mail server may take, so that a slow one does not get the same mail twice.
    expireInSeconds: 120,
    concurrency,
    // Small enough to finish within the time limit of one batch.
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

/** Separate from mails, so that an outage of one provider does not delay the other's messages. */
export const sendSmsTask = sendingTask('send-text', 2)

/** Separate too, because there are many push services and any of them may be down. */
export const sendPushTask = sendingTask('send-push', 3)

export const purgeMessagesTask = defineTask('purge-messages', {
  expireInSeconds: 3 * 3600,
  handler: async (_data, { signal }) => purgeMessages(signal),
})
