import { and, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { extraInOwnWords } from '#server/base/owner-spanish.ts'
import { db, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import { withoutNeedlessRequests } from '#shared/rules/extras.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from './change-job.ts'
import { chargeOf, extrasLimit, missingExtra, plusCharge, withExtras } from '../extra-rows.ts'
import { type ExtraRow, extraRows, toExtra } from '#server/reads/extras.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { dropNeedlessRequests } from './drop-needless-requests.ts'
import { lockJob } from './lock-open-job.ts'
import { addApprovedFee, assertMayAnswerFee } from './request-fee.ts'

/**
 * Records the customer's decision on an extra above the limit; approval raises the job's total, of a cancelled visit its fee.
 * Other waiting extras may then no longer need approval. Throws NotFound, Conflict when it is already decided, has changed, or the work is over.
 */
export async function decideExtra(
  person: Person,
  { id, extraId }: { id: string; extraId: string },
  { approved, seen }: Answer,
): Promise<JobExtra> {
  return transaction(async () => {
    const job = await lockForAnswer(person, id)
    const ofJob = and(eq(jobLines.id, extraId), eq(jobLines.jobId, id))
    const known = (await extraRows(id)).find((one) => one.id === extraId)
    if (!known) throw await missingExtra(id, extraId)
    const forFee = job.status === 'cancelled'
    if (forFee) assertMayAnswerFee(person, job, known)
    if (seen && !isSame(known, seen)) throw changed()
    const approval = approved ? 'approved' : 'declined'
    const [answered] = await db()
      .update(jobLines)
      .set({ approval })
      .where(and(ofJob, eq(jobLines.approval, 'waiting')))
      .returning({ id: jobLines.id })
    if (!answered) throw known.approval === 'not_needed' ? needless() : decided()
    const row = { ...known, approval } as const
    const { description, totalCents } = row
    if (forFee) {
      const data = { extraId, description, totalCents, approved, forFee }
      await happened({ event: 'extra_decided', job, by: person.id, at: now(), data })
      if (approved) await addApprovedFee(person, job, row)
      return toExtra(person, job, row)
    }
    // Answered extras no longer count toward the limit, so others may need no approval now.
    const rows = await extraRows(id)
    const after = withoutNeedlessRequests(rows, extrasLimit(job))
    const common = { job, by: person.id, at: now() }
    const freed = after
      .filter(({ approval }, n) => approval !== rows[n]?.approval)
      .map((extra) => ({ description: extra.description, totalCents: extra.totalCents }))
    await happened({
      event: 'extra_decided',
      ...common,
      data: { extraId, description, totalCents, approved, freed },
    })
    const dropped = await dropNeedlessRequests(rows, after, common)
    await changeActiveJob(job, withExtras(plusCharge(chargeOf(row), dropped)))
    return toExtra(person, job, row)
  })
}

const decided = () => new Conflict(phrase('This has already been decided.'))

const needless = () =>
  new Conflict(
    phrase(
      'This no longer needs your approval: the extras together are small enough, and it is charged. Please write to your technician if you do not want it.',
    ),
  )

/** `totalPrice` is in dollars. */
type Answer = { approved: boolean; seen?: { description: string; totalPrice: number } }

const isSame = (row: ExtraRow, { description, totalPrice }: NonNullable<Answer['seen']>) =>
  extraInOwnWords(row.description) === description &&
  row.totalCents === centsFromDollars(totalPrice)

const changed = () =>
  new Conflict(phrase('Your technician has changed this in the meantime. Please check it again.'))

async function lockForAnswer(person: Person, id: string): Promise<JobRow> {
  const job = await lockJob(person, id, mayManageBooking)
  if (job.status === 'completed') throw tooLate()
  return job
}

const tooLate = () =>
  new Conflict(phrase('The visit is over, so this is left out. Nothing is charged for it.'))
