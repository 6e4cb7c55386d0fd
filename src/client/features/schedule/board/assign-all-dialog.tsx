import { WriteFailure } from '#client/app/call-failure.tsx'
import { useEffect, useEffectEvent } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Assignment } from '#shared/contract/dispatch.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

const route = 'POST /api/admin/schedule/assign'

/** Proposes technicians for a day's unassigned visits, and assigns them on confirmation. */
export default function AssignAllDialog({ date, onClose }: { date: string; onClose: () => void }) {
  const proposal = useWrite(route)
  const done = useWrite(route)
  const ask = useEffectEvent(() => proposal.mutate({ body: { date, dryRun: true } }))
  useEffect(() => ask(), [])
  const proposed = proposal.data
  const possible = proposed?.filter(({ technician }) => technician) ?? []
  const apply = () =>
    done.mutate({
      body: {
        date,
        visits: possible.map(({ jobId, technician }) => ({
          jobId,
          technicianId: technician?.id ?? '',
        })),
      },
    })
  const failed = done.error ?? proposal.error
  const results = done.data
    ? [...done.data, ...(proposed ?? []).filter(({ technician }) => !technician)]
    : proposed
  const left = results?.filter(({ problem }) => problem).length ?? 0
  return (
    <Dialog
      onClose={onClose}
      title={t('Assign all of {day}', { day: formatDay(date) })}
      description={
        done.data
          ? t('Here are the results.')
          : t(
              'Picks the least busy technician that day, then the shortest way. Nothing is assigned yet.',
            )
      }
      footer={
        done.data ? (
          <Button variant="primary" onClick={onClose}>
            {t('action|Done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button
              variant="primary"
              pending={done.isPending}
              disabledReason={
                possible.length === 0 && (proposed ? t('Nothing can be assigned') : t('Loading'))
              }
              onClick={apply}
            >
              {plural(possible.length, {
                one: 'Assign {count} visit',
                other: 'Assign {count} visits',
              })}
            </Button>
          </>
        )
      }
    >
      <WriteFailure title={t('This did not work')} error={failed} />
      {!results && !failed && <Skeleton lines={4} />}
      {results && left > 0 && (
        <p className="mb-2 font-medium">
          {plural(left, {
            one: '{count} visit stays without a technician.',
            other: '{count} visits stay without a technician.',
          })}
        </p>
      )}
      {results?.length === 0 && <p>{t('Every visit of this day has a technician.')}</p>}
      {results && (
        <ul className="divide-y divide-line" aria-live="polite">
          {results.map((one) => (
            <Line key={one.jobId} assignment={one} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Line({ assignment }: { assignment: Assignment }) {
  const { number, timeSlot, vehicle, customerName, technician, assigned, problem } = assignment
  return (
    <li className="flex flex-wrap justify-between gap-x-4 py-2">
      <span className="min-w-0">
        <span className="block font-medium">
          {formatSlotStart(timeSlot)} · {vehicleName(vehicle)}
        </span>
        <span className="block text-sm text-soft">
          {number} · {customerName}
        </span>
      </span>
      <span className="text-right">
        {technician && !problem && technician.name}
        {problem && <span className="block text-red">{problem}</span>}
        {assigned && <span className="block text-sm text-green">{t('state|Assigned')}</span>}
      </span>
    </li>
  )
}
