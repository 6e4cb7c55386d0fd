import { useState } from 'react'
import { Ellipsis } from 'lucide-react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { useBusiness } from '#client/app/session.ts'
import { IconButton, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Closure } from '#shared/contract/closures.ts'
import { t } from '#shared/texts/t.ts'
import {
  blockFailure,
  describeClosed,
  describeDays,
  describeTimes,
  titleOf,
} from './describe-block.ts'
import type { BlockedRange } from './affected-visits-query.ts'
import { closureToast, undoRemoval } from './undo-closure.ts'
import type { MoveDialog } from './use-visit-moves.tsx'

const ClosureDialog = lazyDialog(() => import('./closure-dialog.tsx'))

const OpenDaysDialog = lazyDialog(() => import('./open-days-dialog.tsx'))

interface ClosuresCardProps {
  /** The board's day, first day of a new closure. */
  date: string
  moveDialog: MoveDialog
  /** Shows the visits in a closure. */
  onVisits: (range: BlockedRange) => void
}

type Asked = { about: 'new' | 'open' } | { about: 'change' | 'remove'; closure: Closure }

export function ClosuresCard({ date, moveDialog, onVisits }: ClosuresCardProps) {
  const closures = useCall('GET /api/admin/closures')
  // Links may ask for it, as the search does.
  const [wanted, setWanted] = useSearchParam('close')
  const [chosen, setAsked] = useState<Asked | null>(null)
  const asked = chosen ?? (wanted ? { about: 'new' as const } : null)
  const close = () => {
    setAsked(null)
    if (wanted) setWanted('')
  }
  return (
    <Card
      title={t('Upcoming closures')}
      aria-label={t('Upcoming closures')}
      action={
        <span className="flex flex-wrap gap-2">
          <SmallButton
            disabledReason={closures.data?.length === 0 && t('Nothing is closed.')}
            onClick={() => setAsked({ about: 'open' })}
          >
            {t('Open days')}
          </SmallButton>
          <SmallButton onClick={() => setAsked({ about: 'new' })}>{t('Close days')}</SmallButton>
        </span>
      }
    >
      <Loaded
        parts={[closures]}
        loading={<Skeleton lines={2} />}
        failed={t('The closures could not be loaded')}
      >
        {(list) =>
          list.length > 0 ? (
            <ul className="-my-2 max-h-96 divide-y divide-line overflow-y-auto">
              {list.map((closure) => (
                <ClosureRow
                  key={closure.id}
                  closure={closure}
                  onChange={() => setAsked({ about: 'change', closure })}
                  onRemove={() => setAsked({ about: 'remove', closure })}
                  onVisits={() => onVisits(closure)}
                />
              ))}
            </ul>
          ) : (
            <p className="text-sm text-soft">
              {t('Nothing is closed. Close days for a holiday, or while a truck is in repair.')}
            </p>
          )
        }
      </Loaded>
      {(asked?.about === 'new' || asked?.about === 'change') && (
        <ClosureDialog
          closure={'closure' in asked ? asked.closure : null}
          date={date}
          moveDialog={moveDialog}
          onMeanwhile={onVisits}
          onClose={close}
        />
      )}
      {asked?.about === 'open' && (
        <OpenDaysDialog date={date} onMeanwhile={onVisits} onClose={close} />
      )}
      {asked?.about === 'remove' && <RemoveClosure closure={asked.closure} onClose={close} />}
    </Card>
  )
}

interface ClosureRowProps {
  closure: Closure
  onChange: () => void
  onRemove: () => void
  onVisits: () => void
}

function ClosureRow({ closure, onChange, onRemove, onVisits }: ClosureRowProps) {
  const { name, reason } = closure
  const times = describeTimes(closure)
  return (
    <li className="flex items-start justify-between gap-2 py-2.5 text-sm">
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{titleOf(closure)}</span>
        <span className="block wrap-anywhere">{describeClosed(closure)}</span>
        {times && <span className="block text-soft">{times}</span>}
        {name && reason && <span className="block wrap-anywhere text-soft">{reason}</span>}
      </span>
      <Menu
        trigger={(props) => (
          <IconButton
            {...props}
            icon={<Ellipsis />}
            label={t('More for {name}, {days}', {
              name: titleOf(closure),
              days: describeDays(closure),
            })}
          />
        )}
        items={[
          { label: t('Change'), onSelect: onChange },
          { label: t('Visits in this time'), onSelect: onVisits },
          { label: t('Open again'), onSelect: onRemove },
        ]}
      />
    </li>
  )
}

function RemoveClosure({ closure, onClose }: { closure: Closure; onClose: () => void }) {
  const { today } = useBusiness()
  const what = [describeDays(closure), describeTimes(closure)].filter(Boolean).join(', ')
  return (
    <ConfirmCall
      call="DELETE /api/admin/closures/{id}"
      input={{ params: { id: closure.id } }}
      version={closure.version}
      onClose={onClose}
      title={t('Open {name} again?', { name: titleOf(closure) })}
      description={t(
        '{days}. Customers can book it again right away, except for times that another closure covers.',
        { days: what },
      )}
      confirmLabel={t('Open again')}
      successToast={closureToast(t('Open again'), closure, undoRemoval(closure, today))}
      failureToast={blockFailure}
    />
  )
}
