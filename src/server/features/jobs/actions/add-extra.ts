import { randomUUID } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { extraInOwnEnglish } from '#server/base/owner-spanish.ts'
import { db, queryRow, transaction } from '#server/database/database.ts'
import { jobLines } from '#server/database/tables/job-lines.ts'
import { happened } from '#server/events/happened.ts'
import { addonFor } from '#server/features/catalog/queries.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import type { JobExtra } from '#shared/contract/charges.ts'
import type { Estimate } from '#shared/contract/estimates.ts'
import {
  type ExtraType,
  isWithinExtraLimit,
  needsApproval,
  extraTooExpensive,
} from '#shared/rules/extras.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { changeActiveJob } from './change-job.ts'
import { chargeOf, extrasLimit, lineOfExtra, taxRateOf, withExtras } from '../extra-rows.ts'
import { type ExtraRow, extraRows, toExtra } from '#server/reads/extras.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import { timeOfStep } from '#server/reads/time-of-step.ts'
import { lockOpenJob } from './lock-open-job.ts'

type NewExtra = {
  serviceType: ExtraType
  description: string
  unitPrice: string | number
  quantity?: number | undefined
  id?: string | undefined
}

type EstimateLine = NewExtra & {
  productId?: string | undefined
  findingItemId?: string | undefined
  repeats?: string | undefined
}

/**
 * Adds an extra and raises the job's total; if unapproved extras exceed the operator's limit, the customer is asked first.
 * Throws NotFound, Conflict when the work is over or the id is taken, Invalid for an unrealistic price.
 */
export async function addExtra(
  person: Person,
  jobId: string,
  { estimateId, ...extra }: NewExtra & { estimateId?: string },
): Promise<JobExtra> {
  const { totalCents } = priceOf(extra.unitPrice, extra.quantity)
  return transaction(async () => {
    // Of two concurrent extras, the second counts the first.
    const job = await lockOpenJob(person, jobId)
    const step = await timeOfStep(jobId, 'extra_added')
    const others = await extraRows(jobId)
    const asks = needsApproval(totalCents, { others, aboveCents: extrasLimit(job) })
    const asked = asks && {
      approval: 'waiting' as const,
      estimateId: await estimateFor(jobId, others, estimateId),
    }
    const row = await storeExtra(person, job, { ...extra, ...step, ...asked })
    if (asks) await askFor(person, job, { at: step.at, rows: [row] })
    else {
      await changeActiveJob(job, withExtras(chargeOf(row)))
      const data = { extraId: row.id, ...lineThen(job, row) }
      await happened({ event: 'extra_added', job, by: person.id, at: step.at, data })
    }
    return toExtra(person, job, row)
  })
}

/**
 * Asks the customer for lines that are charged only if they approve them. Throws NotFound, also for a product that is no longer
 * sold, Conflict when the work is over or an id is taken, Invalid for an unrealistic price or a line that was not declined on
 * this car.
 */
export async function addEstimate(
  person: Person,
  jobId: string,
  { id, lines }: { id?: string | undefined; lines: readonly EstimateLine[] },
): Promise<Estimate> {
  return transaction(async () => {
    const job = await lockOpenJob(person, jobId)
    const step = await timeOfStep(jobId, 'extra_added')
    const estimateId = await estimateFor(jobId, await extraRows(jobId), id)
    const asked = { approval: 'waiting', offered: true, estimateId } as const
    const rows: ExtraRow[] = []
    for (const [position, line] of lines.entries()) {
      if (line.repeats) await assertDeclined(job, line.repeats)
      rows.push(await storeExtra(person, job, { ...line, ...step, ...asked, position }))
    }
    await askFor(person, job, { at: step.at, rows })
    const all = (await extraRows(jobId)).filter((row) => row.estimateId === estimateId)
    return { id: estimateId, lines: all.map((row) => toExtra(person, job, row)) }
  })
}

/** Tells the customer which lines wait for their answer. */
export const askFor = (
  person: Person,
  job: JobRow,
  { at, rows }: { at: Date; rows: readonly ExtraRow[] },
) =>
  happened({
    event: 'extra_approval',
    job,
    by: person.id,
    at,
    data: { lines: rows.map((row) => ({ extraId: row.id, ...lineThen(job, row) })) },
  })

const lineThen = (job: JobRow, row: ExtraRow) => {
  const { serviceType, description, totalCents } = row
  return { serviceType, description, totalCents, ...taxRateOf(job, row) }
}

/** The estimate that a line is asked with: as chosen by the device, else the visit's unanswered one, else a new one. */
export async function estimateFor(
  jobId: string,
  rows: readonly ExtraRow[],
  chosen?: string,
): Promise<string> {
  if (!chosen) return rows.find(isUnanswered)?.estimateId ?? randomUUID()
  const others = and(eq(jobLines.estimateId, chosen), ne(jobLines.jobId, jobId))
  if ((await db().$count(jobLines, others)) > 0)
    throw new Conflict(phrase('This estimate belongs to another visit.'))
  return chosen
}

const isUnanswered = ({ approval, estimateId }: ExtraRow) =>
  approval === 'waiting' && estimateId !== null

const declined = {
  name: 'is-declined-line',
  text: `select l.id from job_lines l join jobs j on j.id = l.job_id
    where l.id = $1::uuid and j.vehicle_id = $2::uuid and j.id <> $3::uuid and l.approval = 'declined'`,
}

async function assertDeclined(job: JobRow, lineId: string): Promise<void> {
  if (!(await queryRow(declined, [lineId, job.vehicleId, job.id])))
    throw new Invalid(phrase('This was not declined on this car before.'))
}

type Stored = Partial<
  Pick<
    typeof jobLines.$inferInsert,
    'approval' | 'estimateId' | 'offered' | 'position' | 'findingItemId' | 'repeats' | 'productId'
  >
> & { at: Date; receivedAt: Date }

async function storeExtra(
  person: Person,
  job: JobRow,
  { at, receivedAt, unitPrice, quantity = 1, description, ...extra }: NewExtra & Stored,
): Promise<ExtraRow> {
  const product = extra.productId ? await addonFor(extra.productId) : undefined
  const [row] = await db()
    .insert(jobLines)
    .values({
      ...extra,
      jobId: job.id,
      ...lineOfExtra(job, extra.serviceType, product),
      description: extraInOwnEnglish(description),
      quantity,
      ...priceOf(unitPrice, quantity),
      addedBy: person.id,
      createdAt: at,
      receivedAt,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new Conflict(phrase('This extra was already added.'))
  return { ...row, serviceType: extra.serviceType }
}

/** Unit price and total in cents. Throws Invalid above the limit for an extra. */
export function priceOf(unitPrice: string | number, quantity = 1) {
  const unitCents = centsFromDecimal(unitPrice) ?? NaN
  const totalCents = unitCents * quantity
  if (!isWithinExtraLimit(totalCents)) throw new Invalid(phrase(extraTooExpensive))
  return { unitCents, totalCents }
}
