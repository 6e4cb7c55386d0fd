import { decimalCell } from '#server/http/csv.ts'
import { type CsvColumn, csvExport } from '#server/http/export-pages.ts'
import type { AuditEntry } from '#shared/contract/audit.ts'
import { auditSubjectLabels } from '#shared/rules/audit.ts'
import { t, translate } from '#shared/texts/t.ts'
import { toEntries } from './queries/entries.ts'
import { nextEntries, type WantedEntries } from './queries.ts'

const columns = (): CsvColumn<AuditEntry>[] => [
  [t('When (UTC)'), ({ at }) => at],
  [t('Who'), ({ by }) => (by ? by.name || by.id : t('Automatic'))],
  [t('What'), ({ title }) => title],
  [t('Details'), ({ lines, comment }) => [...lines, comment].filter(Boolean).join('; ')],
  [t('Amount (USD)'), ({ amount }) => decimalCell(amount)],
  [t('Visit'), ({ job }) => job?.number ?? null],
  [t('About'), ({ person }) => person?.name ?? null],
  [t('Kind'), ({ about }) => translate(auditSubjectLabels[about])],
  [t('Event'), ({ event }) => event],
  [t('Id'), ({ id }) => id],
]

/** Entries as CSV, with the log's filters and order, one line each; instants in UTC. */
export const auditCsv = (wanted: Omit<WantedEntries, 'cursor'>): AsyncIterable<string> =>
  csvExport(columns(), async (limit, cursor) => {
    const { rows, next } = await nextEntries({ ...wanted, limit, cursor })
    return { rows: await toEntries(rows), next }
  })
