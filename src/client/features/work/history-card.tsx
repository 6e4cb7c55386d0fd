import { useState } from 'react'
import { whileDown } from '#client/app/socket-state.ts'
import { List } from '#client/app/list/list.tsx'
import { useBusiness } from '#client/app/session.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ChargeThen, HistoryEntry } from '#shared/contract/job-history.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { approvalLabels } from '#shared/rules/extras.ts'
import { describeWorkTime } from './work-time.ts'

const shownAtFirst = 5
const shownPerPage = 50

export function HistoryCard({ jobId }: { jobId: string }) {
  const [all, setAll] = useState(false)
  const list = usePaginatedQuery(
    'GET /api/jobs/{id}/history',
    { params: { id: jobId }, query: { sort: '-at', limit: all ? shownPerPage : shownAtFirst } },
    { pollEvery: whileDown(), keep: true },
  )
  const total = list.total ?? 0
  return (
    <Card title={t('History')} aria-label={t('History')}>
      <List
        list={list}
        failed={t('The history could not be loaded')}
        loading={<Skeleton lines={5} />}
        empty={<p className="text-soft">{t('Nothing has happened to this visit yet.')}</p>}
        more={all ? t('Show more') : undefined}
        moreClass="mt-3"
      >
        {(entries) => (
          <ol className="divide-y divide-line">
            {(all ? entries : entries.slice(0, shownAtFirst)).map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </List>
      {list.items && total > shownAtFirst && (
        <SmallButton
          className="mt-3"
          aria-expanded={all}
          pending={list.isPlaceholderData}
          onClick={() => setAll(!all)}
        >
          {all ? t('Show the latest only') : t('Show all {count}', { count: total })}
        </SmallButton>
      )}
    </Card>
  )
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { timeZone } = useBusiness()
  const { title, lines, comment, amount, before, after } = entry
  return (
    <li className="py-3 wrap-anywhere first:pt-0">
      <p className="font-medium">
        {title}
        {amount && (
          <>
            {'\u00a0· '}
            <Money amount={amount} />
          </>
        )}
      </p>
      {before && (
        <p>
          {t('Before:')} {describeCharge(before)}
        </p>
      )}
      {after && (
        <p>
          {before && t('Now:')} {describeCharge(after)}
        </p>
      )}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {comment && <q className="block whitespace-pre-wrap">{comment}</q>}
      <p className="flex flex-wrap gap-x-3 text-sm text-soft">
        <span>
          <Who by={entry.by} />
        </span>
        <span>{describeWorkTime(entry.at, entry.receivedAt, timeZone)}</span>
      </p>
    </li>
  )
}

function Who({ by: { role, name } }: Pick<HistoryEntry, 'by'>) {
  const { brandName } = useBusiness()
  if (role === 'server') return brandName
  const side = role === 'guest' ? t('Guest') : translate(statusLabel(role))
  return name ? `${name}, ${side}` : side
}

const describeCharge = ({ description, amount, approval }: ChargeThen): string =>
  [
    description,
    formatAmount(amount),
    approval && approvalLabels[approval] && translate(approvalLabels[approval]),
  ]
    .filter(Boolean)
    .join('\u00a0· ')
