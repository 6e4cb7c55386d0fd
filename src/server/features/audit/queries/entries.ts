import { and, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { customerEvents } from '#server/database/tables/events.ts'
import { users } from '#server/database/tables/users.ts'
import type { NameOf } from '#server/events/consequence-types.ts'
import { auditRuleOf, describeHistory } from '#server/events/describe-history.ts'
import { namesIn } from '#server/features/jobs/queries/history.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { type AuditSubject, moneyEvents } from '#shared/rules/audit.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import type { AuditRow } from '../queries.ts'

/** Rows of the log in wire format. */
export async function toEntries(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const [nameOf, merged] = await Promise.all([
    namesIn(rows.map(({ data }) => data)),
    mergedNames(rows),
  ])
  return rows.map((row) => toEntry(row, (id) => nameOf(id) || (merged.get(id ?? '') ?? '')))
}

/** Former names of merged customers: the kept account's record has them until it is erased. */
async function mergedNames(rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const kept = rows.flatMap(({ kind, data }) =>
    kind === 'customers_merged' && typeof data.customerId === 'string' ? [data.customerId] : [],
  )
  if (kept.length === 0) return new Map()
  const found = await db()
    .select({ data: customerEvents.data })
    .from(customerEvents)
    .innerJoin(
      users,
      eq(customerEvents.customerId, sql`coalesce(${users.mergedInto}, ${users.id})`),
    )
    .where(and(inArray(users.id, kept), eq(customerEvents.kind, 'merged')))
  return new Map(found.map(({ data }) => [String(data.mergedId), textOf(data.mergedName) ?? '']))
}

function toEntry(row: AuditRow, nameOf: NameOf): AuditEntry {
  const { title, lines = [], comment = '', cents } = describeHistory(row.kind, row.data, nameOf)
  const { personRole, data } = row
  return {
    id: row.id,
    event: row.kind,
    about: subjectOf(row),
    at: `${row.at.slice(0, 23)}Z`,
    by: row.actorId ? { id: row.actorId, name: row.actorName ?? '' } : null,
    title,
    lines: lines.flatMap((line) => (line ? [line] : [])),
    comment,
    amount: cents === undefined ? null : decimalFromCents(cents),
    job:
      row.jobId && row.jobNumber !== null
        ? { id: row.jobId, number: jobNumber(row.jobNumber) }
        : null,
    person:
      row.personId && (personRole === 'customer' || personRole === 'technician')
        ? { id: row.personId, name: row.personName ?? '', role: personRole }
        : null,
    messageId: textOf(data.contactMessageId),
    day: dayOf(row),
  }
}

/** The day an entry is about, if the entry links to it. */
function dayOf(row: AuditRow): string | null {
  if (row.kind === 'day_closed' || row.kind === 'difference_settled') return textOf(row.data.date)
  return subjectOf(row) === 'schedule' ? textOf(row.data.from) : null
}

function subjectOf({ kind }: AuditRow): AuditSubject {
  if (moneyEvents.some((one) => one === kind)) return 'money'
  return auditRuleOf(kind)?.about ?? 'visits'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
