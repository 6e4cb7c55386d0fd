import { randomUUID } from 'node:crypto'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { unsentWork } from '#server/database/tables/unsent-work.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { userById } from '#server/features/accounts/queries.ts'
import { tookPhotos, loadJob } from '#server/reads/visits.ts'
import { NotFound } from '#server/http/errors.ts'
import type { UnsentChange } from '#shared/contract/unsent-work.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { timeOfReport } from '#shared/rules/time-of-work.ts'
import { phrase, text } from '#shared/texts/t.ts'
import { loadForHandOver } from '../queries/taken-away.ts'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'

/**
 * Stores, and reports to the office, the work a technician did on a visit that was taken away, moved or cancelled before it
 * could be uploaded. Throws NotFound.
 */
export async function reportUnsentWork(
  person: Person,
  id: string,
  changes: readonly UnsentChange[],
): Promise<void> {
  await transaction(async () => {
    const { job, moved } = await loadForHandOver(person, id)
    const photoIds = changes.flatMap(({ photoId }) => photoId ?? [])
    if (!(await tookPhotos(person, id, photoIds))) throw new NotFound(phrase('Photo not found.'))
    const { firstName, lastName } = await userById(person.id)
    const endedAt = await accessEndedAt(person)
    const receivedAt = now()
    await db()
      .insert(unsentWork)
      .values({
        jobId: id,
        technicianId: person.id,
        changes: changes.map(
          ({ what, said, entered = '', reason = '', refusal, at, photoId, extra }) => ({
            what,
            ...(said && { said }),
            entered,
            ...(endedAt && new Date(at) > endedAt
              ? { reason: text('Done after access had ended.') }
              : { reason, ...(refusal && { refusal }) }),
            ...timesOf(at, receivedAt),
            ...(photoId && { photoId }),
            ...(extra && { extra: storedExtra(extra) }),
          }),
        ),
        createdAt: receivedAt,
      })
    const name = [firstName, lastName].filter(Boolean).join(' ')
    const completed = job.status === 'completed'
    const data = {
      name,
      count: changes.length,
      ...(moved && { moved }),
      ...(completed && { completed }),
    }
    await happened({ event: 'unsent_work', job, by: person.id, data })
  })
}

async function accessEndedAt({ id, handsIn }: Person): Promise<Date | null> {
  if (!handsIn) return null
  const [row] = await db().select({ at: users.deactivatedAt }).from(users).where(eq(users.id, id))
  return row?.at ?? null
}

const storedExtra = ({
  quantity = 1,
  id = randomUUID(),
  ...extra
}: NonNullable<UnsentChange['extra']>) => ({
  ...extra,
  id,
  quantity,
  unitPrice: decimalFromCents(centsFromDecimal(extra.unitPrice) ?? 0),
})

/** Work from a phone with a wrong clock is dated at its arrival, and the office also sees the phone's time. */
function timesOf(claimed: string, receivedAt: Date): { at: string; phoneSaid?: string } {
  const at = timeOfReport(Date.parse(claimed), receivedAt.getTime())
  return at === Date.parse(claimed)
    ? { at: claimed }
    : { at: new Date(at).toISOString(), phoneSaid: claimed }
}

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
      throw new NotFound(phrase('This report no longer exists.'))
  })
}
