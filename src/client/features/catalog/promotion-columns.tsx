import type { ListColumn } from '#client/app/list/list-table.tsx'
import { StatusBadge } from '#client/ui/badge.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import type { Promotion } from '#shared/contract/promotions.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { promotionStateLabels } from '#shared/rules/promotions.ts'
import { formatAmount, formatDay, formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ActivateButton } from './activate-button.tsx'

export type OpenPromotion = { what: 'edit' | 'delete'; promotion: Promotion }
type OnOpen = (open: OpenPromotion) => void

export function promotionColumns(onOpen: OnOpen): ListColumn<'GET /api/admin/promotions'>[] {
  return [
    {
      key: 'code',
      header: t('Code'),
      main: true,
      sortBy: ({ code }) => code,
      cell: ({ code, reason, state }) => (
        <span className="block min-w-0 md:min-w-40">
          <span className="block font-medium wrap-anywhere">{code}</span>
          <span className="block text-sm text-soft wrap-anywhere">{reason}</span>
          {state !== 'current' && (
            <StatusBadge>{translate(promotionStateLabels[state])}</StatusBadge>
          )}
        </span>
      ),
    },
    { key: 'off', short: true, header: t('Takes off'), cell: describeOff },
    { key: 'visits', short: 'plain', header: t('For visits'), cell: describeDates },
    {
      key: 'uses',
      short: true,
      header: t('Uses'),
      align: 'end',
      sortBy: ({ uses }) => uses,
      cell: ({ uses, maxUses }) => (
        <span className="tabular-nums">
          {maxUses === null
            ? formatNumber(uses)
            : t('{count} of {most}', { count: formatNumber(uses), most: formatNumber(maxUses) })}
        </span>
      ),
    },
    {
      key: 'given',
      short: true,
      header: t('Given'),
      align: 'end',
      sortBy: ({ given }) => centsFromDecimal(given) ?? 0,
      cell: ({ given }) => <Money cents={centsFromDecimal(given) ?? 0} />,
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (promotion) => <Actions promotion={promotion} onOpen={onOpen} />,
    },
  ]
}

/** "20%, at most $30.00" or "$10.00". */
function describeOff({ percent, cap, off }: Promotion): string {
  if (percent === null) return formatAmount(off ?? '0')
  const share = t('{percent}%', { percent })
  return cap === null ? share : t('{share}, at most {cap}', { share, cap: formatAmount(cap) })
}

function describeDates({ visitsFrom, visitsUntil }: Promotion): string {
  const from = visitsFrom && formatDay(visitsFrom, { year: true })
  const until = visitsUntil && formatDay(visitsUntil, { year: true })
  if (from && until) return t('{from} to {to}', { from, to: until })
  if (from) return t('from {date}', { date: from })
  return until ? t('until {date}', { date: until }) : t('any day')
}

function Actions({ promotion, onOpen }: { promotion: Promotion; onOpen: OnOpen }) {
  const { code, isActive, uses } = promotion
  const action = (what: OpenPromotion['what'], label: string, full: string) => (
    <QuietButton aria-label={full} onClick={() => onOpen({ what, promotion })}>
      {label}
    </QuietButton>
  )
  return (
    <span className="-mx-3 inline-flex flex-wrap items-center md:mx-0 md:flex-nowrap">
      {action('edit', t('Edit'), t('Edit {name}', { name: code }))}
      {isActive ? (
        uses > 0 ? (
          action('delete', t('Switch off'), t('Switch off {name}', { name: code }))
        ) : (
          action('delete', t('Delete'), t('Delete {name}', { name: code }))
        )
      ) : (
        <ActivateButton
          call="PATCH /api/admin/promotions/{id}"
          record={promotion}
          variant="quiet"
          label={t('Switch on')}
          full={t('Switch on {name}', { name: code })}
          done={t('{name} can be used again.', { name: code })}
        />
      )}
    </span>
  )
}
