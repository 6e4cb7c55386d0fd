import { z } from 'zod'
import { defineTask } from '#server/queue/task.ts'
import { giveUpMail, sendMail } from './actions/send-mail.ts'
import { MailWishes } from './mail-wishes.ts'
import { currentMailer } from './mailer.ts'

const mostRetries = 10

/** Sends one mail of the outbox; tried again for about an hour and a half while the mail server is away. */
export const sendMailTask = defineTask('send-mail', {
  schema: MailWishes.extend({
    outboxId: z.uuid(),
    secret: z.boolean().optional(),
    replyTo: z.string().optional(),
  }),
  retryLimit: mostRetries,
  // Longer than a mail server may take, so that a slow one is not sent the same mail twice.
  expireInSeconds: 120,
  // Far fewer than could take the time that one batch has.
  batch: 50,
  handler: async (sending, { retry }) => {
    try {
      await sendMail(currentMailer(), sending)
    } catch (error) {
      if (retry >= mostRetries) await giveUpMail(sending)
      throw error
    }
  },
})
