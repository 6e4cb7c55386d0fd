import { Plus, Users } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#shared/rules/paths.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import { useCall } from '#client/app/queries.ts'
import { DeleteTechnicianDialog } from '#client/features/technicians/delete-technician-dialog.tsx'
import { StaffingFacts } from '#client/features/settings/staffing-facts.tsx'
import { technicianColumns } from '#client/features/technicians/technician-columns.tsx'
import { useSearchParam } from '#client/app/search-params.ts'
import { Button } from '#client/ui/button.tsx'
import { Select } from '#client/ui/select.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { plural, t } from '#shared/texts/t.ts'

const AddTechnicianDialog = lazyDialog(
  () => import('#client/features/technicians/add-technician-dialog.tsx'),
)

export default function Technicians() {
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Technician | null>(null)
  const [state, setState] = useSearchParam('state')
  const gone = state === 'deactivated'
  const list = useList('GET /api/admin/technicians', {
    columns: technicianColumns(setDeleting),
    query: gone ? { state } : {},
  })
  // Counts ignore the search.
  const all = useCall('GET /api/admin/technicians', undefined, { enabled: !list.isError })
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setAdding(true)}>
      {t('Add Technician')}
    </Button>
  )
  return (
    <Page
      wide
      title={t('Technician Management')}
      back={{ href: paths.home, label: t('Dashboard') }}
      lede={all.data ? <Counts technicians={all.data} /> : t('Loading')}
      actions={add}
    >
      <StaffingFacts />
      <ListTable
        list={list}
        caption={t('Technicians')}
        failed={t('The technicians could not be loaded')}
        search={t('Search technicians')}
        filters={
          <Select
            aria-label={t('Which technicians')}
            value={gone ? 'deactivated' : ''}
            onChange={({ target }) => setState(target.value)}
            options={[
              { value: '', label: t('Working and waiting') },
              { value: 'deactivated', label: t('Deactivated') },
            ]}
          />
        }
        empty={
          gone ? (
            <EmptyState icon={<Users />} title={t('No deactivated technicians')} />
          ) : (
            <EmptyState
              icon={<Users />}
              title={t('No technicians yet')}
              text={t('Add your first technician, or let them sign up and approve them here.')}
              action={add}
            />
          )
        }
      />
      {adding && <AddTechnicianDialog onClose={() => setAdding(false)} />}
      {deleting && (
        <DeleteTechnicianDialog technician={deleting} onClose={() => setDeleting(null)} />
      )}
    </Page>
  )
}

function Counts({ technicians }: { technicians: readonly Technician[] }) {
  const count = (status: Technician['status']) =>
    technicians.filter((technician) => technician.status === status).length
  const active = plural(count('active'), { one: '{count} active', other: '{count} active' })
  const waiting = plural(count('waiting'), {
    one: '{count} waiting for approval',
    other: '{count} waiting for approval',
  })
  return count('waiting') > 0 ? `${active} · ${waiting}` : active
}
