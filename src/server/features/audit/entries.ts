import { officeEntryOf } from '#server/events/office-words.ts'
import type { NameOf } from '#server/events/history/history-words.ts'
import { namesIn } from '#server/features/jobs/queries/history.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { type AuditSubject, moneyEvents } from '#shared/rules/audit.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { type AuditRow, describeRow } from './queries.ts'

/** Rows of the log as the wire carries them. */
export async function toEntries(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
  const nameOf = await namesIn(rows.map(({ data }) => data))
  return rows.map((row) => toEntry(row, nameOf))
}

function toEntry(row: AuditRow, nameOf: NameOf): AuditEntry {
  const { title, lines = [], comment = '', cents } = describeRow(row, nameOf)
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

/** The day it is about, where it leads there. */
function dayOf(row: AuditRow): string | null {
  if (row.kind === 'day_closed' || row.kind === 'difference_settled') return textOf(row.data.date)
  return subjectOf(row) === 'schedule' ? textOf(row.data.from) : null
}

function subjectOf({ kind }: AuditRow): AuditSubject {
  if (moneyEvents.some((one) => one === kind)) return 'money'
  return officeEntryOf(kind)?.about ?? 'visits'
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
