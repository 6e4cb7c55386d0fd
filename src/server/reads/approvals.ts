import { asc, eq } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { sha256 } from '#server/base/tokens.ts'
import { db } from '#server/database/database.ts'
import { approvals } from '#server/database/tables/approvals.ts'
import type { Approval } from '#shared/contract/estimates.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import type { JobRow } from './job-row.ts'
import { loadJob } from './visits.ts'

type ApprovalRow = typeof approvals.$inferSelect
type Answer = Omit<ApprovalRow, 'id' | 'jobId' | 'hash' | 'signatureHash'>

/**
 * SHA-256 of the JSON array of lines, total in cents, words, person, method, ISO time and strokes. Anyone with the frozen answer
 * can compute it again.
 */
export const hashOfApproval = ({
  lines,
  totalCents,
  words,
  person,
  method,
  createdAt,
  signature,
}: Pick<
  Answer,
  'lines' | 'totalCents' | 'words' | 'person' | 'method' | 'createdAt' | 'signature'
>): string =>
  sha256(
    JSON.stringify([
      lines.map((line) => [line.description, line.quantity, line.totalCents, line.approved]),
      totalCents,
      words,
      person,
      method,
      createdAt.toISOString(),
      signature?.strokes.map((stroke) => stroke.map(({ x, y }) => [x, y])) ?? null,
    ]),
  )

/** An answer with its hashes, to be stored. */
export const approvalRow = <A extends Answer>(answer: A) => ({
  ...answer,
  hash: hashOfApproval(answer),
  signatureHash: answer.signature && sha256(JSON.stringify(answer.signature.strokes)),
})

/** What the customer of a visit answered, oldest first. */
const approvalRows = (jobId: string): Promise<ApprovalRow[]> =>
  db()
    .select()
    .from(approvals)
    .where(eq(approvals.jobId, jobId))
    .orderBy(asc(approvals.createdAt), asc(approvals.id))

/** An answer with everything in it. */
export const shownApproval = (row: ApprovalRow): Approval => ({
  id: row.id,
  ...(row.estimateId && { estimateId: row.estimateId }),
  method: row.method,
  person: row.person,
  ...(row.phone && { phone: row.phone }),
  ...(row.said && { said: row.said }),
  lines: row.lines.map(({ lineId, description, quantity, totalCents, approved }) => ({
    lineId,
    description,
    quantity,
    totalPrice: decimalFromCents(totalCents),
    approved,
  })),
  total: decimalFromCents(row.totalCents),
  words: row.words,
  ...(row.signature && { signature: mutable(row.signature) }),
  hash: row.hash,
  at: row.createdAt.toISOString(),
})

/** The same as this person sees it: a technician no longer sees names, words and strokes once the visit is long over. */
export function toApproval(person: Person, job: JobRow, row: ApprovalRow): Approval {
  const shown = shownApproval(row)
  if (mayKnowCustomer(person, job, now())) return shown
  const { phone: _phone, said: _said, signature: _signature, ...seen } = shown
  return { ...seen, person: '', lines: seen.lines.map((line) => ({ ...line, description: '' })) }
}

const mutable = ({ strokes, ...size }: NonNullable<ApprovalRow['signature']>) => ({
  ...size,
  strokes: strokes.map((stroke) => stroke.map(({ x, y }) => ({ x, y }))),
})

/** What a visit's customer answered, as this person sees it. Throws NotFound. */
export async function approvalsOf(person: Person, jobId: string): Promise<Approval[]> {
  const job = await loadJob(person, jobId)
  return (await approvalRows(jobId)).map((row) => toApproval(person, job, row))
}
