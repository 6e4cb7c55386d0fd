import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Place } from '#shared/contract/places.ts'
import { maxPlaces } from '#shared/rules/places.ts'
import { t } from '#shared/texts/t.ts'

const PlaceDialog = lazyDialog(() => import('./place-dialog.tsx'))

export function PlacesCard() {
  const places = useCall('GET /api/places')
  const [editing, setEditing] = useState<Partial<Place> | null>(null)
  const [removing, setRemoving] = useState<Place | null>(null)
  const isFull = (places.data?.length ?? 0) >= maxPlaces
  return (
    <Card title={t('Your Places')}>
      <Loaded
        parts={[places]}
        loading={<Skeleton className="h-21 w-full" />}
        failed={t('Your places could not be loaded')}
      >
        {(all) =>
          all.length === 0 ? (
            <p className="text-soft">
              {t('Save home, office or another address, and book for it in one tap.')}
            </p>
          ) : (
            <ul className="-my-2.5 divide-y divide-line">
              {all.map((place) => (
                <li key={place.id} className="flex items-start justify-between gap-2 py-2.5">
                  <div className="min-w-0 wrap-anywhere">
                    <p className="font-medium">{place.name}</p>
                    <p className="text-sm text-soft">{place.address}</p>
                    {place.accessNotes && <p className="text-sm text-soft">{place.accessNotes}</p>}
                  </div>
                  <span className="flex flex-none">
                    <IconButton
                      icon={<Pencil />}
                      label={t('Change {name}', { name: place.name })}
                      onClick={() => setEditing(place)}
                    />
                    <IconButton
                      icon={<Trash2 />}
                      label={t('Remove {name}', { name: place.name })}
                      onClick={() => setRemoving(place)}
                    />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <div className="mt-4">
        <Button
          disabledReason={isFull && t('Please remove a place first.')}
          onClick={() => setEditing({})}
        >
          {t('Add a place')}
        </Button>
      </div>
      {editing && <PlaceDialog place={editing} onClose={() => setEditing(null)} />}
      {removing && (
        <ConfirmCall
          call="DELETE /api/places/{id}"
          input={{ params: { id: removing.id } }}
          onClose={() => setRemoving(null)}
          danger
          title={t('Remove this place?')}
          description={t('{name}: {address}. Visits there stay as they are.', removing)}
          confirmLabel={t('Remove')}
          cancelLabel={t('Keep')}
          successToast={{ title: t('Place removed'), description: removing.name }}
          failureToast={t('The place was not removed')}
        />
      )}
    </Card>
  )
}
