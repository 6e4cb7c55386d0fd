import { ScrollText } from 'lucide-react'
import { ExportButton, exportUrl } from '#client/app/export-button.tsx'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import { useBusiness } from '#client/app/session.ts'
import { auditColumns, AuditFilters, useAuditFilters } from '#client/features/audit/audit-list.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { plural, t } from '#shared/texts/t.ts'

/** Read-only log of office actions and money movements. */
export default function Audit() {
  const { timeZone } = useBusiness()
  const filtering = useAuditFilters()
  const { filters, isFiltered, clear } = filtering
  const list = useList('GET /api/admin/audit', { columns: auditColumns(timeZone), query: filters })
  return (
    <Page
      wide
      title={t('Audit log')}
      back={{ href: paths.home, label: t('Dashboard') }}
      lede={list.total === null ? '\u00a0' : countWords(list.total, list.capped)}
      actions={
        <ExportButton
          url={exportUrl(fileUrls.auditExport, {
            ...filters,
            search: list.search,
            sort: list.sort,
          })}
          name="audit-log"
          saved={{ title: t('Export successful') }}
          failed={{
            title: t('Export failed'),
            description: t('Unable to export the audit log.'),
          }}
        >
          {t('Export CSV')}
        </ExportButton>
      }
    >
      <ListTable
        list={list}
        caption={t('Audit log')}
        failed={t('The audit log could not be loaded')}
        search={t('Search people, visits and actions')}
        filters={<AuditFilters {...filtering} />}
        empty={
          <EmptyState
            icon={<ScrollText />}
            {...(isFiltered
              ? {
                  title: t('No entries match'),
                  action: <Button onClick={clear}>{t('Clear filters')}</Button>,
                }
              : {
                  title: t('Nothing happened yet'),
                  text: t('Office actions and money movements appear here.'),
                })}
          />
        }
      />
    </Page>
  )
}

const countWords = (total: number, capped: boolean): string =>
  capped
    ? plural(total, { one: '', other: 'More than {count} entries' })
    : plural(total, { one: '{count} entry', other: '{count} entries' })
