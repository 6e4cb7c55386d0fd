import { useState } from 'react'
import { ExportButton } from '#client/app/export-button.tsx'
import { DateFilters } from '#client/app/list/filters.tsx'
import { Card } from '#client/ui/card.tsx'
import { Table } from '#client/ui/table.tsx'
import { Money } from '#client/ui/money.tsx'
import type { DailyClose } from '#shared/contract/daily-close.ts'
import { accountLabel } from '#shared/rules/daily-close.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

export function LedgerCard({ close }: { close: DailyClose }) {
  const { date, accounts, entries, drawer, signOffs } = close
  // A business without cash sees nothing of the drawer.
  const hasCounts = drawer.opening !== null || signOffs.some((one) => one.drawer !== null)
  const [span, setSpan] = useState({ date, from: date, to: date })
  const { from, to } = span.date === date ? span : { from: date, to: date }
  const set = (days: { from?: string; to?: string }) => setSpan({ date, from, to, ...days })
  const isWhole = from !== '' && to !== '' && from <= to
  return (
    <Card title={t('For the accountant')} flush>
      {accounts.length > 0 && (
        <Table
          unbounded
          caption={t('Ledger accounts')}
          rows={accounts}
          rowKey={({ account }) => account}
          columns={[
            {
              key: 'account',
              header: t('Account'),
              main: true,
              cell: ({ account }) => translate(accountLabel(account)),
            },
            {
              key: 'debit',
              header: t('Debited'),
              align: 'end',
              short: true,
              cell: ({ debit }) => <Money amount={debit} />,
            },
            {
              key: 'credit',
              header: t('Credited'),
              align: 'end',
              short: true,
              cell: ({ credit }) => <Money amount={credit} />,
            },
          ]}
        />
      )}
      <div className="space-y-3 px-4 pt-3 pb-4 sm:px-5">
        <p className="text-sm text-soft">
          {plural(entries, {
            one: '{count} entry on this day. The file has one line for each: what was debited, what was credited, and how much.',
            other:
              '{count} entries on this day. The file has one line for each: what was debited, what was credited, and how much.',
          })}
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <DateFilters
            from={from}
            to={to}
            of={{ name: t('Days in the file'), from: t('From') }}
            onChange={set}
          />
          {isWhole && (
            <ExportButton
              url={`${fileUrls.ledgerExport}?${new URLSearchParams({ from, to })}`}
              name="ledger"
              saved={{ title: t('Export successful') }}
              failed={{
                title: t('Export failed'),
                description: t('Unable to export the ledger.'),
              }}
            >
              {t('Export ledger')}
            </ExportButton>
          )}
          {isWhole && hasCounts && (
            <ExportButton
              url={`${fileUrls.drawerExport}?${new URLSearchParams({ from, to })}`}
              name="cash-drawer"
              saved={{ title: t('Export successful') }}
              failed={{
                title: t('Export failed'),
                description: t('Unable to export the cash counts.'),
              }}
            >
              {t('Export cash counts')}
            </ExportButton>
          )}
        </div>
      </div>
    </Card>
  )
}
