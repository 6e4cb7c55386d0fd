import { useState } from 'react'
import { whileDown } from '#client/app/socket-state.ts'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import type { HistoryEntry } from '#shared/contract/job-history.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { t, translate } from '#shared/texts/t.ts'

const mostShown = 3

/** Shows who else changed the visit since it was opened; the page already has their changes. */
export function ChangedByOthers({ jobId }: { jobId: string }) {
  const { data } = useCall(
    'GET /api/jobs/{id}/history',
    { params: { id: jobId }, query: { sort: '-at', limit: 10 } },
    { staleTime: 0, refetchInterval: whileDown() },
  )
  // The newest entry already read, or '' if there was none.
  const [known, setKnown] = useState<string | null>(null)
  const newest = data?.[0]?.id ?? ''
  if (data && known === null) setKnown(newest)
  const others = known === null ? [] : since(known, data ?? []).filter(isOfSomebodyElse)
  return (
    <div role="status" className="empty:hidden">
      {others.length > 0 && (
        <Banner
          tone="warning"
          title={t('Changed while you were here')}
          action={<SmallButton onClick={() => setKnown(newest)}>{t('OK')}</SmallButton>}
        >
          <ul>
            {others.slice(0, mostShown).map((entry) => (
              <li key={entry.id} className="wrap-anywhere">
                <span className="font-medium">{nameOf(entry)}</span>
                {`: ${[entry.title, ...entry.lines].join(' · ')}`}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  )
}

function since(known: string, entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const at = entries.findIndex(({ id }) => id === known)
  return at === -1 ? entries : entries.slice(0, at)
}

const isOfSomebodyElse = ({ own, by }: HistoryEntry) => !own && by.role !== 'server'

function nameOf({ by: { name, role } }: HistoryEntry): string {
  if (name || role === 'server') return name
  return role === 'guest' ? t('Guest') : translate(statusLabel(role))
}
