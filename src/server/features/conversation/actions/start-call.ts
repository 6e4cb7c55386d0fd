import { and, count, eq, max } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobs } from '#server/database/tables/jobs.ts'
import { conversationEntries } from '#server/database/tables/conversation.ts'
import { happened } from '#server/events/happened.ts'
import { loadJob } from '#server/reads/visits.ts'
import { type JobRow } from '#server/reads/job-row.ts'
import { bridgeCall } from '#server/features/notifications/actions/bridge-call.ts'
import { TooMany } from '#server/http/errors.ts'
import type { Communication } from '#shared/contract/conversation.ts'
import type { Person } from '#shared/rules/roles.ts'
import { askUs } from '#shared/rules/reach.ts'
import { phrase } from '#shared/texts/t.ts'
import { toCommunication } from '../queries.ts'
import { receiverOf } from './receiver-of.ts'

/** Profile phone numbers are unverified, so this limits nuisance calls. */
const restMs = 20_000
const mostCalls = 10

type Claimed = { entry: typeof conversationEntries.$inferSelect; job: JobRow }

/**
 * Connects a person with the job's other party by phone, through the business's number, and returns the entry about it.
 * Throws NotFound; Conflict while communication is not active or when a number cannot be called; TooMany within 20 seconds
 * of the person's last call or after ten about this job; Unavailable without a provider.
 */
export async function startCall(person: Person, id: string): Promise<Communication> {
  const { entry, job } = await claimCall(person, id)
  try {
    // A customer who signed in calls from their own phone; a link is used by the visit's contact.
    const isOwner = person.id === job.customerId && !person.link
    const numbers = isOwner ? {} : { [job.customerId]: job.contactPhone }
    await bridgeCall(person.id, entry.toUserId ?? '', numbers)
  } catch (error) {
    await db().delete(conversationEntries).where(eq(conversationEntries.id, entry.id))
    throw error
  }
  await happened({ event: 'call_started', job, by: person.id, data: {}, entryId: entry.id })
  return toCommunication(entry)
}

// Runs before the phone rings, so that of two presses only one calls.
function claimCall(person: Person, id: string): Promise<Claimed> {
  return transaction(async () => {
    const job = await loadJob(person, id)
    await db().select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('no key update')
    const toUserId = await receiverOf(person, job)
    await assertRest(person, id)
    const [entry] = await db()
      .insert(conversationEntries)
      .values({
        jobId: id,
        type: 'call',
        direction: person.id === job.customerId ? 'inbound' : 'outbound',
        fromUserId: person.id,
        toUserId,
        event: 'call_started',
        message: '',
        createdAt: now(),
      })
      .returning()
    if (!entry) throw new Error('The call was not stored')
    return { entry, job }
  })
}

async function assertRest(person: Person, jobId: string): Promise<void> {
  const [before] = await db()
    .select({ calls: count(), last: max(conversationEntries.createdAt) })
    .from(conversationEntries)
    .where(
      and(
        eq(conversationEntries.jobId, jobId),
        eq(conversationEntries.type, 'call'),
        eq(conversationEntries.fromUserId, person.id),
      ),
    )
  const { calls = 0, last } = before ?? {}
  if (last && last.getTime() > now().getTime() - restMs)
    throw new TooMany(phrase('Your phone is already ringing.'), {
      retryAfterSeconds: restMs / 1000,
    })
  if (calls >= mostCalls)
    throw new TooMany(
      phrase('You have called about this visit several times. If you cannot reach them, {askUs}', {
        askUs: askUs('phone', currentSettings()),
      }),
      { retryAfterSeconds: 86_400 },
    )
}
