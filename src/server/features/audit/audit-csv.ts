import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { auditSubjectLabels } from '#shared/rules/audit.ts'
import { t, translate } from '#shared/texts/t.ts'
import { toEntries } from './queries/entries.ts'
import { nextEntries, type WantedEntries } from './queries.ts'

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

/** Entries as CSV, with the log's filters and order, one line each; instants in UTC. */
export const auditCsv = (wanted: Omit<WantedEntries, 'cursor'>): AsyncIterable<string> =>
  csvLines(
    header(),
    exportPages(async (limit, cursor) => {
      const { rows, next } = await nextEntries({ ...wanted, limit, cursor })
      return { rows: (await toEntries(rows)).map(cellsOf), next }
    }),
  )

const cellsOf = (entry: AuditEntry): Cell[] => [
  entry.at,
  entry.by ? entry.by.name || entry.by.id : t('Automatic'),
  entry.title,
  [...entry.lines, entry.comment].filter(Boolean).join('; '),
  decimalCell(entry.amount),
  entry.job?.number ?? null,
  entry.person?.name ?? null,
  translate(auditSubjectLabels[entry.about]),
  entry.event,
  entry.id,
]
