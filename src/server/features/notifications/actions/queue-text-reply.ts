import { randomUUID } from 'node:crypto'
import { now } from '#server/base/clock.ts'
import { db } from '#server/database/database.ts'
import { sentMessages } from '#server/database/tables/sent-messages.ts'
import { enqueue } from '#server/queue/enqueue.ts'
import { sendSmsTask } from '../tasks.ts'

type Thread = { id: string; phone: string; jobId: string | null }

/**
 * Writes the office's answer to somebody's text messages down, in the current transaction, to be sent after it while they
 * have not stopped them; answers its id among the sent messages.
 */
export async function queueTextReply(
  { id: textThread, phone, jobId }: Thread,
  body: string,
): Promise<string> {
  const id = randomUUID()
  await db().insert(sentMessages).values({
    id,
    channel: 'sms',
    recipient: phone,
    body,
    jobId,
    status: 'queued',
    createdAt: now(),
  })
  await enqueue(sendSmsTask, { messageId: id, textThread })
  return id
}
