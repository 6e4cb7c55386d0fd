import { csvLines, decimalCell } from '#server/http/csv.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { auditSubjectLabels } from '#shared/rules/audit.ts'
import { t, translate } from '#shared/texts/t.ts'

const header = () => [
  t('When (UTC)'),
  t('Who'),
  t('What'),
  t('Details'),
  t('Amount (USD)'),
  t('Visit'),
  t('About'),
  t('Kind'),
  t('Event'),
  t('Id'),
]

/** Entries as CSV, one line each, instants in UTC. */
export function auditCsv(pages: AsyncIterable<readonly AuditEntry[]>): AsyncIterable<string> {
  // Now, while the language of whoever asks is known.
  const subjects = Object.fromEntries(
    Object.entries(auditSubjectLabels).map(([subject, label]) => [subject, translate(label)]),
  )
  const server = t('Automatic')
  return csvLines(header(), rowsOf(pages, { subjects, server }))
}

async function* rowsOf(
  pages: AsyncIterable<readonly AuditEntry[]>,
  { subjects, server }: { subjects: Record<string, string>; server: string },
) {
  for await (const entries of pages)
    yield entries.map((entry) => [
      entry.at,
      entry.by ? entry.by.name || entry.by.id : server,
      entry.title,
      [...entry.lines, entry.comment].filter(Boolean).join('; '),
      decimalCell(entry.amount),
      entry.job?.number ?? null,
      entry.person?.name ?? null,
      subjects[entry.about] ?? '',
      entry.event,
      entry.id,
    ])
}
