import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { happened } from '#server/events/happened.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { loadJob } from '#server/reads/visits.ts'

/** Marks unsent work as handled by the office, or reopens it; safe to repeat. Throws NotFound. */
export async function handleUnsentWork(
  person: Person,
  { id, workId }: { id: string; workId: string },
  handled: boolean,
): Promise<void> {
  await transaction(async () => {
    const job = await loadJob(person, id)
    const one = and(eq(unsentWork.id, workId), eq(unsentWork.jobId, job.id))
    const { handledAt } = unsentWork
    const changed = await db()
      .update(unsentWork)
      .set(
        handled ? { handledAt: now(), handledBy: person.id } : { handledAt: null, handledBy: null },
      )
      .where(and(one, handled ? isNull(handledAt) : isNotNull(handledAt)))
      .returning({ id: unsentWork.id })
    if (changed.length > 0)
      await happened({ event: 'unsent_work_handled', job, by: person.id, data: { handled } })
    else if ((await db().$count(unsentWork, one)) === 0)
      throw new NotFound(phrase('This report is not there any more.'))
  })
}
