import { wordsOfAnswer } from '#shared/contract/describe-approval.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { claimedTime } from '#server/base/claimed-time.ts'
import { now } from '#server/base/clock.ts'
import { extraInOwnWords } from '#server/base/owner-spanish.ts'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { approvals } from '#server/database/tables/approvals.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { Conflict, Forbidden, Invalid, NotFound } from '#server/http/errors.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { approvalRow, toApproval } from '#server/reads/approvals.ts'
import { type ExtraRow, extraRows } from '#server/reads/extras.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import type { AnswerForm, Approval } from '#shared/contract/estimates.ts'
import { type AnsweredLine, centsToApprove, isBlankSignature } from '#shared/rules/approvals.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { mayManageBooking, maySeeJob, mayWorkOnJob } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { chargeOfAll, withExtras } from '../extra-rows.ts'
import { wasRemoved } from '../queries.ts'
import { changeActiveJob } from './change-job.ts'
import { lockJob } from './lock-open-job.ts'
import { addApprovedFee, assertMayAnswerFee } from './request-fee.ts'

const visitOf = {
  name: 'visit-of-estimate',
  text: 'select job_id from job_lines where estimate_id = $1::uuid limit 1',
}

/**
 * Records what the customer answered to lines of an estimate, frozen with a hash; approved lines raise the visit's total, of a
 * cancelled visit its fee. Throws NotFound, Forbidden for a way to answer that is not this person's, Invalid for a blank
 * signature, Conflict for lines that were answered, changed or taken back, for a signature that was used, and when the visit is
 * over.
 */
export async function answerEstimate(
  person: Person,
  estimateId: string,
  answer: AnswerForm,
): Promise<Approval> {
  const { method, signature } = answer
  if (signature && isBlankSignature(signature))
    throw new Invalid(phrase('This is no signature yet. Please sign with your finger.'))
  const phone = await phoneField(answer.phone ?? '')
  const found = await queryRow<{ jobId: string }>(visitOf, [estimateId])
  if (!found)
    throw new NotFound(
      phrase(
        'There is nothing to answer any more: it was taken back, and nothing is charged for it.',
      ),
    )
  const { jobId } = found
  return transaction(async () => {
    const job = await lockJob(person, jobId, maySeeJob)
    assertMayAnswer(person, job, method)
    const rows = await extraRows(jobId)
    const answered = await linesToAnswer({ jobId, estimateId, rows }, answer)
    const forFee = job.status === 'cancelled'
    for (const { row } of answered) if (forFee) assertMayAnswerFee(person, job, row)
    const { at, receivedAt } =
      method === 'link' || !claimedTime()
        ? { at: now(), receivedAt: now() }
        : await timeOfStep(jobId, 'extra_decided')
    for (const approval of ['approved', 'declined'] as const) {
      const ids = answered.filter((one) => one.approval === approval).map(({ row }) => row.id)
      if (ids.length === 0) continue
      const changed = await db()
        .update(jobLines)
        .set({ approval })
        .where(and(inArray(jobLines.id, ids), eq(jobLines.approval, 'waiting')))
        .returning({ id: jobLines.id })
      if (changed.length < ids.length) throw decided()
    }
    const lines = answered.map(({ row, approval }) => asAnswered(row, approval === 'approved'))
    const approved = lines.filter((line) => line.approved)
    const totalCents = centsToApprove(approved, forFee ? { taxableCents: 0, taxRateBp: null } : job)
    const [stored] = await db()
      .insert(approvals)
      .values(
        approvalRow({
          jobId,
          estimateId,
          method,
          person: answer.person,
          phone,
          said: answer.said ?? '',
          sentBy: person.id,
          lines,
          totalCents,
          words: wordsOfAnswer(lines, totalCents),
          signature: signature ?? null,
          createdAt: at,
          receivedAt,
        }),
      )
      .onConflictDoNothing()
      .returning()
    if (!stored) throw new Conflict(phrase('This signature was already used for another answer.'))
    await happened({
      event: 'extra_decided',
      job,
      by: person.id,
      at,
      data: {
        method,
        lines: answered.map(({ row: { id, description, totalCents: cents }, approval }) => ({
          extraId: id,
          description,
          totalCents: cents,
          approved: approval === 'approved',
        })),
        ...(forFee && { forFee: true }),
      },
    })
    const taken = answered
      .filter(({ approval }) => approval === 'approved')
      .map(({ row, approval }) => ({ ...row, approval }))
    if (forFee) for (const row of taken) await addApprovedFee(person, job, row)
    else await changeActiveJob(job, withExtras(chargeOfAll(taken)))
    return toApproval(person, job, stored)
  })
}

/** The customer answers by their link; the technician and the office record a signature or a call. */
function assertMayAnswer(person: Person, job: JobRow, method: AnswerForm['method']): void {
  const isCustomers = method === 'link'
  if (isCustomers && (person.role === 'admin' || !mayManageBooking(person, job)))
    throw new Forbidden(phrase('Only the customer answers online. Record their signature or call.'))
  if (!isCustomers && !mayWorkOnJob(person, job))
    throw new Forbidden(phrase('Only the technician or the office records a signature or a call.'))
  if (job.status === 'completed')
    throw new Conflict(
      phrase('The visit is over, so this is left out. Nothing is charged for it.'),
      { reason: 'over' },
    )
}

type Answered = { row: ExtraRow; approval: 'approved' | 'declined' }
type Asked = { jobId: string; estimateId: string; rows: readonly ExtraRow[] }

async function linesToAnswer(
  { jobId, estimateId, rows }: Asked,
  { approved, declined, seen }: AnswerForm,
): Promise<Answered[]> {
  const ofEstimate = new Map(
    rows.flatMap((row) => (row.estimateId === estimateId ? [[row.id, row]] : [])),
  )
  const wanted = [
    ...approved.map((id) => ({ id, approval: 'approved' as const })),
    ...declined.map((id) => ({ id, approval: 'declined' as const })),
  ]
  const answered: Answered[] = []
  for (const { id, approval } of wanted) {
    const row = ofEstimate.get(id)
    if (!row) throw (await wasRemoved(jobId, id)) ? takenBack() : changed()
    if (seen && !seen.some((one) => one.id === id && isSame(row, one))) throw changed()
    if (row.approval !== 'waiting') throw decided()
    answered.push({ row, approval })
  }
  return answered
}

type Seen = NonNullable<AnswerForm['seen']>[number]
const isSame = (row: ExtraRow, { description, quantity, totalPrice }: Seen) =>
  extraInOwnWords(row.description) === description &&
  row.quantity === quantity &&
  row.totalCents === centsFromDollars(totalPrice)

const asAnswered = (row: ExtraRow, approved: boolean): AnsweredLine => ({
  lineId: row.id,
  description: extraInOwnWords(row.description),
  quantity: row.quantity,
  unitCents: row.unitCents,
  totalCents: row.totalCents,
  taxable: row.taxable,
  approved,
})

const decided = () => new Conflict(phrase('This has already been decided.'))
const takenBack = () =>
  new Conflict(phrase('Your technician has taken this back. Nothing is charged for it.'))
const changed = () =>
  new Conflict(phrase('Your technician has changed this in the meantime. Please check it again.'), {
    reason: 'stale',
  })

/** Throws Conflict, naming them, while lines wait for the customer and are not left out on purpose. */
export function assertAnswered(rows: readonly ExtraRow[], leftOut: readonly string[]): void {
  const open = rows.filter(({ id, approval }) => approval === 'waiting' && !leftOut.includes(id))
  if (open.length === 0) return
  const names = open.map(({ description }) => extraInOwnWords(description)).join(', ')
  throw new Conflict(
    phrase(
      'The customer has not answered: {names}. Ask for a signature, record a call, or leave it out, then complete the visit.',
      { names },
    ),
    { reason: 'estimate', lines: open.map(({ id }) => id) },
  )
}
