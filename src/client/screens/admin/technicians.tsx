import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { DeleteTechnicianDialog } from '#client/features/technicians/delete-technician-dialog.tsx'
import { TechniciansTable } from '#client/features/technicians/technicians-table.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ErrorState } from '#client/ui/error-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Technician } from '#shared/contract/admin.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

const AddTechnicianDialog = lazyDialog(
  () => import('#client/features/technicians/add-technician-dialog.tsx'),
)

export default function Technicians() {
  const list = useCall('GET /api/admin/technicians', undefined, { staleTime: 0 })
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Technician | null>(null)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      {t('Add Technician')}
    </Button>
  )
  return (
    <div className="mx-auto max-w-wide">
      <PageHeader
        title={t('Technician Management')}
        back={{ href: paths.home, label: t('Dashboard') }}
        lede={list.data ? <Counts technicians={list.data} /> : t('Loading')}
        actions={add}
      />
      <Card flush className="overflow-hidden [&>div]:pt-0!">
        {list.isPending && (
          <div className="p-5">
            <Skeleton lines={9} />
          </div>
        )}
        {list.isError && !list.data && (
          <ErrorState
            title={t('The technicians could not be loaded')}
            text={translate(list.error.message)}
            onRetry={() => void list.refetch()}
            pending={list.isFetching}
          />
        )}
        {list.data?.length === 0 && (
          <EmptyState
            icon={<Users />}
            title={t('No technicians yet')}
            text={t('Add the first one, or let them sign up and approve them here.')}
            action={add}
          />
        )}
        {list.data && list.data.length > 0 && (
          <TechniciansTable technicians={list.data} onDelete={setDeleting} />
        )}
      </Card>
      {adding && <AddTechnicianDialog onClose={() => setAdding(false)} />}
      {deleting && (
        <DeleteTechnicianDialog technician={deleting} onClose={() => setDeleting(null)} />
      )}
    </div>
  )
}

function Counts({ technicians }: { technicians: readonly Technician[] }) {
  const count = (status: Technician['status']) =>
    technicians.filter((technician) => technician.status === status).length
  const waiting = count('waiting')
  return [
    plural(count('active'), { one: '{count} active', other: '{count} active' }),
    waiting > 0 &&
      plural(waiting, {
        one: '{count} waiting for approval',
        other: '{count} waiting for approval',
      }),
  ]
    .filter(Boolean)
    .join(' · ')
}
