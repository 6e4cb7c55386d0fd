import { MapPinPlus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { maxPlaces } from '#shared/rules/places.ts'
import { t } from '#shared/texts/t.ts'

const PlaceDialog = lazyDialog(() => import('./place-dialog.tsx'))

/** Saves a visit's address as a named place; nothing if already saved. */
export default function SavePlaceOffer({ job }: { job: Job }) {
  const { data: places } = useCall('GET /api/places')
  const [naming, setNaming] = useState(false)
  const { serviceAddress: address, accessNotes } = job
  const isOffered =
    places && places.length < maxPlaces && places.every((one) => one.address !== address)
  return (
    <>
      {isOffered && (
        <Button wide icon={<MapPinPlus />} onClick={() => setNaming(true)}>
          {t('Save this address for next time')}
        </Button>
      )}
      {naming && <PlaceDialog place={{ address, accessNotes }} onClose={() => setNaming(false)} />}
    </>
  )
}
