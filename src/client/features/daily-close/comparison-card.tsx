import { CircleCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { api, CallError } from '#client/app/call.ts'
import { refreshAfter } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Spinner, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { DailyClose } from '#shared/contract/daily-close.ts'
import type { Outdated } from '#shared/rules/daily-close.ts'
import { formatAmount, formatInstant } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { DifferenceList } from './difference-list.tsx'

export function ComparisonCard({ close }: { close: DailyClose }) {
  const { timeZone } = useBusiness()
  const comparison = useComparison(close)
  const { compared, takesCards } = close
  const outdated = !comparison.running && compared?.outdated && outdatedWords[compared.outdated]()
  if (!takesCards)
    return (
      <Card title={t('Compared with the card network')}>
        <p className="text-soft">
          {t('No card provider is connected, so there is no list to compare with.')}
        </p>
      </Card>
    )
  return (
    <Card
      title={t('Compared with the card network')}
      action={
        !comparison.error && (
          <SmallButton pending={comparison.running} onClick={comparison.start}>
            {compared ? t('Compare again') : t('Compare')}
          </SmallButton>
        )
      }
    >
      <div className="space-y-4">
        {comparison.error && (
          <Banner
            live
            tone="warning"
            title={t('The comparison could not be made')}
            action={
              <SmallButton pending={comparison.running} onClick={comparison.start}>
                {t('Try again')}
              </SmallButton>
            }
          >
            {translate(comparison.error.message)} {t('The figures above are from the ledger.')}
          </Banner>
        )}
        {comparison.running && (
          <p role="status" className="flex items-center gap-2 text-sm text-soft">
            <Spinner />
            {plural(comparison.read, {
              one: 'Reading the card network’s list: {count} movement so far',
              other: 'Reading the card network’s list: {count} movements so far',
            })}
          </p>
        )}
        {compared && (
          <>
            <p className="text-sm text-soft">
              {compared.whole
                ? t('Read {when}.', { when: formatInstant(compared.at, timeZone) })
                : t('Read {when}, before the day was over.', {
                    when: formatInstant(compared.at, timeZone),
                  })}
            </p>
            {outdated && (
              <Banner live tone="warning" title={outdated}>
                {compared.outdated === 'booked' &&
                  t('Entries from the minute before the list was read may be missing.')}
              </Banner>
            )}
            <Sides compared={compared} />
            {compared.differences.length > 0 ? (
              <DifferenceList date={close.date} compared={compared} />
            ) : compared.outdated ? null : (
              <p className="flex items-center gap-2 font-medium">
                <CircleCheck aria-hidden="true" className="size-5 flex-none text-green" />
                {t('Both match.')}
              </p>
            )}
          </>
        )}
        {!compared && !comparison.running && !comparison.error && (
          <p className="text-soft">{t('This day has not been compared yet.')}</p>
        )}
      </div>
    </Card>
  )
}

type Compared = NonNullable<DailyClose['compared']>

const outdatedWords: Record<Outdated, () => string> = {
  booked: () => t('Booked since the comparison: compare again.'),
  part: () => t('Only a part of the day was compared: compare again.'),
}

function Sides({ compared: { here, there } }: { compared: Compared }) {
  const rows = [
    { label: t('Captured'), ledger: here.captured, network: there.captured },
    { label: t('state|Refunded'), ledger: here.refunded, network: there.refunded },
  ]
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{t('By card, tips included')}</caption>
      <thead>
        <tr className="text-soft">
          <th scope="col" className="py-1 text-left font-normal">
            {t('By card, tips included')}
          </th>
          <th scope="col" className="py-1 pl-2 text-right font-normal">
            {t('Ledger')}
          </th>
          <th scope="col" className="py-1 pl-2 text-right font-normal">
            {t('Card network')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, ledger, network }) => (
          <tr key={label}>
            <th scope="row" className="border-t border-line py-1.5 text-left font-normal">
              {label}
            </th>
            {[ledger, network].map((amount, at) => (
              <td
                key={at}
                className="border-t border-line py-1.5 pl-2 text-right font-medium tabular-nums"
              >
                {formatAmount(amount)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const call = 'POST /api/admin/close/compare'
/** Today's records are read again when older than this. */
const freshMs = 5 * 60_000

type State = { date: string; read: number; running: boolean; error: CallError | null }

/** Whether to read the network's records of the day automatically. */
const isStale = ({ takesCards, state, compared }: DailyClose): boolean =>
  takesCards &&
  state !== 'ahead' &&
  (!compared ||
    (!compared.whole && (state === 'over' || Date.now() - Date.parse(compared.at) > freshMs)))

/** Compares a day with the card network in parts: automatically if never compared, else on request. */
function useComparison(close: DailyClose) {
  const { date } = close
  const [state, setState] = useState<State>({ date, read: 0, running: false, error: null })
  const latest = useRef(0)
  const start = useCallback(async () => {
    const run = ++latest.current
    const say = (part: Omit<State, 'date'>) => run === latest.current && setState({ date, ...part })
    say({ read: 0, running: true, error: null })
    let cursor: string | null = null
    try {
      do {
        const body: { date: string; cursor?: string } = { date, ...(cursor && { cursor }) }
        const part = await api(call, { body })
        if (run !== latest.current) return
        cursor = part.next
        say({ read: part.read, running: cursor !== null, error: null })
      } while (cursor)
      refreshAfter(call)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      say({ read: 0, running: false, error })
    }
  }, [date])
  // Ignore a comparison of the previous day.
  const cancel = useCallback(() => void latest.current++, [])
  const stale = isStale(close)
  useEffect(() => {
    // Deferred, so paging past a day requests nothing.
    const timer = stale ? setTimeout(() => void start(), 0) : undefined
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [date, stale, start, cancel])
  const own = state.date === date ? state : { read: 0, running: false, error: null }
  return { ...own, start: () => void start() }
}
