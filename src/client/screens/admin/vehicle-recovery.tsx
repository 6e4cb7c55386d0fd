import { CarFront, RefreshCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import { refreshThings, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import {
  deletedVehicleColumns,
  DeletedVehicleDialog,
} from '#client/features/vehicles/deleted-vehicles.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { toast } from '#client/ui/toast.ts'
import type { DeletedVehicle } from '#shared/contract/recovery.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

/** Deleted vehicles, with a way to restore them. */
export default function VehicleRecovery() {
  const { timeZone } = useBusiness()
  const [shown, setShown] = useState<DeletedVehicle | null>(null)
  const recover = useRecovery()
  const list = useList('GET /api/admin/deleted-vehicles', {
    columns: deletedVehicleColumns({ timeZone, onRecover: recover, onDetails: setShown }),
  })
  return (
    <Page
      wide
      title={t('Vehicle recovery')}
      back={{ href: paths.home, label: t('Dashboard') }}
      lede={
        list.total === null
          ? '\u00a0'
          : plural(list.total, {
              one: '{count} deleted vehicle',
              other: '{count} deleted vehicles',
            })
      }
      actions={
        <Button
          icon={<RefreshCw />}
          pending={list.isRefetching && !list.isFetchingNextPage}
          onClick={() => void list.refetch()}
        >
          {t('Refresh')}
        </Button>
      }
    >
      <ListTable
        list={list}
        caption={t('Deleted vehicles')}
        failed={t('Failed to load deleted vehicles')}
        search={t('Search plate, VIN, car or customer')}
        onOpen={setShown}
        empty={
          <EmptyState
            icon={<CarFront />}
            title={t('No deleted vehicles')}
            text={t('Cars that customers delete appear here and can be restored.')}
          />
        }
      />
      {shown && (
        <DeletedVehicleDialog
          vehicle={shown}
          onClose={() => setShown(null)}
          onRecover={() => {
            setShown(null)
            recover(shown)
          }}
        />
      )}
    </Page>
  )
}

/** Restores a vehicle and shows the outcome. */
function useRecovery(): (vehicle: DeletedVehicle) => void {
  // A double click would get 'already restored', even after the first answer.
  const recovered = useRef(new Set<string>())
  const { mutateAsync } = useWrite('PUT /api/admin/vehicles/{id}/recover', {
    onSuccess: (vehicle) =>
      void toast({
        title: t('Vehicle Recovered'),
        description: t("{vehicle} is back in the customer's account.", {
          vehicle: vehicleName(vehicle),
        }),
      }),
    onError: ({ status, message }) => {
      // Someone else may have restored it.
      refreshThings(['vehicles'])
      toast({
        title: t('Recovery Failed'),
        description:
          status === 404 || status === 409
            ? translate(message)
            : t('Could not recover the vehicle. Please try again.'),
        destructive: true,
      })
    },
  })
  return ({ id, deletedAt }) => {
    const deletion = `${id} ${deletedAt}`
    if (recovered.current.has(deletion)) return
    recovered.current.add(deletion)
    mutateAsync({ params: { id } }).catch(() => recovered.current.delete(deletion))
  }
}
