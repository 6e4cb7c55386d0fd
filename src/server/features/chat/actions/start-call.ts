import { and, eq, gt } from 'drizzle-orm'
import { now } from '#server/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { communications } from '#server/database/tables/messages.ts'
import { loadJob } from '#server/features/jobs/queries.ts'
import { connectPeople } from '#server/features/notifications/actions/connect-people.ts'
import { TooMany } from '#server/http/errors.ts'
import type { Communication } from '#shared/contract/chat.ts'
import type { Person } from '#shared/rules/roles.ts'
import { text } from '#shared/texts/t.ts'
import { toCommunication } from '../queries.ts'
import { receiverOf } from './receiver-of.ts'
import { tellSockets } from './tell-sockets.ts'

/** Nobody's phone is rung again and again by somebody who presses again and again. */
const restMs = 20_000

/**
 * Connects a person with the other party of the job by phone, through the business's number, and answers the entry
 * about it. Throws NotFound; Conflict while communication is not active or when a number cannot be called; TooMany
 * within 20 seconds of this person's last call; Unavailable without a provider.
 */
export async function startCall(person: Person, id: string): Promise<Communication> {
  const job = await loadJob(person, id)
  const toUserId = await receiverOf(person, job)
  await assertRest(person, id)
  await connectPeople(person.id, toUserId)
  return transaction(async () => {
    const [row] = await db()
      .insert(communications)
      .values({
        jobId: id,
        type: 'call',
        direction: person.id === job.customerId ? 'inbound' : 'outbound',
        fromUserId: person.id,
        toUserId,
        message: text('Call through our number'),
        createdAt: now(),
      })
      .returning()
    if (!row) throw new Error('The call was not stored')
    await tellSockets('message', job, { also: person.id, entryId: row.id })
    return toCommunication(row)
  })
}

async function assertRest(person: Person, jobId: string): Promise<void> {
  const recent = await db().$count(
    communications,
    and(
      eq(communications.jobId, jobId),
      eq(communications.type, 'call'),
      eq(communications.fromUserId, person.id),
      gt(communications.createdAt, new Date(now().getTime() - restMs)),
    ),
  )
  if (recent > 0) throw new TooMany(text('Your phone is ringing already.'))
}
