import { and, eq, gt, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, queryRows, transaction } from '#server/database/database.ts'
import { jobEvents } from '#server/database/tables/events.ts'
import type { Happening } from '#server/events/happening.ts'
import { happened } from '#server/events/happened.ts'
import { notifyAgain } from '#server/events/notify.ts'
import { Conflict, NotFound, TooMany } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { loadJob } from '#server/reads/visits.ts'
import { isStillSo, latestMessages } from '../queries/sent-again.ts'

const hourMs = 3_600_000
const mostInAnHour = 5
const pauseMs = 60_000

/**
 * Sends the customer's messages about an event of the visit again, with current facts and under the original conditions.
 * Throws NotFound, Conflict when they are outdated, were just sent or reach no one, and TooMany.
 */
export async function resendMessage(person: Person, jobId: string, eventId: string): Promise<void> {
  await transaction(async () => {
    // Of two concurrent requests, the second sees what the first has sent.
    await queryRows(lockJob, [jobId])
    const job = await loadJob(person, jobId)
    const row = (await latestMessages(jobId)).find(({ id }) => id === eventId)
    if (!row) throw new NotFound(phrase('This message no longer exists.'))
    if (!isStillSo(row, job))
      throw new Conflict(phrase('This message does not fit the visit as it is now.'))
    await assertFew(jobId, row.kind)
    const channels = await notifyAgain({
      event: row.kind,
      data: row.data,
      job,
      by: null,
    } as unknown as Happening)
    if (channels.length === 0)
      throw new Conflict(
        phrase(
          'Not sent: the visit has changed, or its customer has no e-mail address and does not want texts.',
        ),
      )
    await happened({
      event: 'message_resent',
      job,
      by: person.id,
      data: { about: row.kind, channels },
    })
  })
}

async function assertFew(jobId: string, kind: string): Promise<void> {
  const sent = await db()
    .select({ about: sql<string>`${jobEvents.data} ->> 'about'`, at: jobEvents.createdAt })
    .from(jobEvents)
    .where(
      and(
        eq(jobEvents.jobId, jobId),
        eq(jobEvents.kind, 'message_resent'),
        gt(jobEvents.createdAt, new Date(now().getTime() - hourMs)),
      ),
    )
  if (sent.length >= mostInAnHour)
    throw new TooMany(
      phrase('{count} messages about this visit were resent within an hour. Please wait.', {
        count: mostInAnHour,
      }),
    )
  const since = now().getTime() - pauseMs
  if (sent.some(({ about, at }) => about === kind && at.getTime() > since))
    throw new Conflict(phrase('This message was sent again a moment ago.'))
}

const lockJob = {
  name: 'lock-job-for-messages',
  text: `select id from jobs where id = $1 for no key update`,
}
