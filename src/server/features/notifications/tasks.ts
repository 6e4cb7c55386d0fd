import { z } from 'zod'
import { defineTask } from '#server/queue/task.ts'
import { giveUp, sendQueued } from './actions/send-queued.ts'
import { DeliveryConditions } from './delivery-conditions.ts'

const mostRetries = 10

/**
 * Sends one mail or text message; tried again for about an hour and a half while nobody takes it. Several batches are
 * on their way at a time, so that one that hangs holds up nobody but itself.
 */
const sendingTask = (name: string, concurrency: number) =>
  defineTask(name, {
    schema: DeliveryConditions.extend({
      messageId: z.uuid(),
      userId: z.uuid().optional(),
      secret: z.boolean().optional(),
      awaited: z.boolean().optional(),
      replyTo: z.string().optional(),
    }),
    retryLimit: mostRetries,
    // Longer than a mail server may take, so that a slow one is not sent the same mail twice.
    expireInSeconds: 120,
    concurrency,
    // Far fewer than could take the time that one batch has.
    batch: 20,
    handler: async (sending, { retry }) => {
      try {
        await sendQueued(sending)
      } catch (error) {
        if (retry >= mostRetries) await giveUp(sending)
        throw error
      }
    },
  })

export const sendMailTask = sendingTask('send-mail', 3)

/** Sign-in codes and their like, apart from all that nobody waits for. */
export const sendAwaitedMailTask = sendingTask('send-awaited-mail', 4)

/** Apart from mails, so that neither waits while the other's provider is away. */
export const sendSmsTask = sendingTask('send-text', 2)
