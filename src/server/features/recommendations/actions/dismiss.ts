import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { NotFound } from '#server/http/errors.ts'
import { readJob } from '#server/reads/visits.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

/** Takes a declined line off the recommendations, or puts it back; repeating it does nothing. Throws NotFound. */
export async function dismissRecommendation(
  person: Person,
  id: string,
  isDismissed: boolean,
): Promise<void> {
  await transaction(async () => {
    const declined = and(eq(jobLines.id, id), eq(jobLines.approval, 'declined'))
    const [line] = await db().select().from(jobLines).where(declined)
    const job = line && (await readJob(line.jobId))
    if (!job) throw new NotFound(phrase('This was not declined.'))
    const changed = await db()
      .update(jobLines)
      .set({ dismissedAt: isDismissed ? now() : null })
      .where(and(declined, (isDismissed ? isNull : isNotNull)(jobLines.dismissedAt)))
      .returning({ id: jobLines.id })
    if (changed.length === 0) return
    const { description, totalCents } = line
    const data = {
      extraId: id,
      description,
      totalCents,
      ...(!isDismissed && { restored: true as const }),
    }
    await happened({ event: 'extra_dismissed', job, by: person.id, data })
  })
}
