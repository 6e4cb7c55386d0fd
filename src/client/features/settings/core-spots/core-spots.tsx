import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ManagedSpot } from '#shared/contract/core-spots.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { AreaMap } from './area-map.tsx'
import { describeCovered } from './coverage-note.tsx'

const CoreSpotDialog = lazyDialog(() => import('./core-spot-dialog.tsx'))
const RemoveSpotDialog = lazyDialog(() => import('./remove-spot-dialog.tsx'))

type OpenDialog = { about: 'add' } | { about: 'edit' | 'remove'; spot: ManagedSpot }

export function CoreSpots() {
  const spots = useCall('GET /api/admin/core-spots')
  const settings = useCall('GET /api/admin/settings')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)
  const asLoaded = (spot: ManagedSpot) => spots.data?.find(({ id }) => id === spot.id) ?? spot
  const add = (
    <Button variant="primary" onClick={() => setDialog({ about: 'add' })}>
      {t('Add core spot')}
    </Button>
  )
  return (
    <Card title={t('Core Spots')} action={spots.data && spots.data.length > 0 && add}>
      <Loaded
        parts={[spots, settings]}
        loading={<Skeleton className="h-100 w-full" />}
        failed={t('The core spots could not be loaded')}
      >
        {(list, { areaBooking }) => (
          <>
            {list.length === 0 ? (
              <EmptyState
                icon={<MapPin />}
                title={t('No core spots yet')}
                text={t(
                  'A core spot is a circle in which you work. Without one, customers anywhere can book.',
                )}
                action={add}
              />
            ) : (
              <div className="space-y-4">
                <Note spots={list} areaBooking={areaBooking} />
                <AreaMap
                  label={t('Map of your core spots; the list shows the same.')}
                  spots={list.map((spot, at) => ({
                    ...spot,
                    key: spot.id,
                    label: String(at + 1),
                    tone: spot.isActive ? 'active' : 'off',
                  }))}
                />
                <SpotList
                  spots={list}
                  onEdit={(spot) => setDialog({ about: 'edit', spot })}
                  onRemove={(spot) => setDialog({ about: 'remove', spot })}
                />
              </div>
            )}
          </>
        )}
      </Loaded>
      {(dialog?.about === 'add' || dialog?.about === 'edit') && (
        <CoreSpotDialog
          spot={'spot' in dialog ? asLoaded(dialog.spot) : null}
          others={(spots.data ?? []).filter(
            ({ id }) => !('spot' in dialog) || id !== dialog.spot.id,
          )}
          defaultRadiusMiles={settings.data?.defaultRadiusMiles ?? 10}
          areaBooking={settings.data?.areaBooking ?? true}
          onClose={close}
        />
      )}
      {dialog?.about === 'remove' && (
        <RemoveSpotDialog
          spot={asLoaded(dialog.spot)}
          areaBooking={settings.data?.areaBooking ?? true}
          onClose={close}
        />
      )}
    </Card>
  )
}

/** Explains when the circles don't limit bookings. */
function Note({ spots, areaBooking }: { spots: readonly ManagedSpot[]; areaBooking: boolean }) {
  if (areaBooking && spots.some(({ isActive }) => isActive)) return null
  return (
    <Banner tone="warning" title={t('Everybody can book, wherever they are')}>
      {areaBooking
        ? t('No core spot is active.')
        : t(
            'Area booking is off in the system settings; technicians are still assigned by core spot.',
          )}
    </Banner>
  )
}

interface SpotListProps {
  spots: readonly ManagedSpot[]
  onEdit: (spot: ManagedSpot) => void
  onRemove: (spot: ManagedSpot) => void
}

function SpotList({ spots, onEdit, onRemove }: SpotListProps) {
  return (
    <ol className="divide-y divide-line">
      {spots.map((spot, at) => (
        <li key={spot.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <span
            aria-hidden="true"
            className="flex size-7 flex-none items-center justify-center rounded-chip bg-ink text-sm font-semibold text-paper"
          >
            {at + 1}
          </span>
          <span className="min-w-52 flex-1">
            <span className="block font-medium wrap-anywhere">
              {spot.name} {!spot.isActive && <Badge>{t('Switched off')}</Badge>}
            </span>
            <span className="block text-sm wrap-anywhere text-soft">{spot.address}</span>
            <span className="block text-sm text-soft">
              {t('{miles} miles around', { miles: formatNumber(spot.radiusMiles, 1) })} ·{' '}
              {describeCovered(spot.coverage)}
            </span>
          </span>
          <span className="flex gap-2">
            <SmallButton
              aria-label={t('Edit {name}', { name: spot.name })}
              onClick={() => onEdit(spot)}
            >
              {t('Edit')}
            </SmallButton>
            <QuietButton
              aria-label={t('Delete {name}', { name: spot.name })}
              onClick={() => onRemove(spot)}
            >
              {t('Delete')}
            </QuietButton>
          </span>
        </li>
      ))}
    </ol>
  )
}
