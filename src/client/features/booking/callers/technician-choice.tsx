import { useCall } from '#client/app/queries.ts'
import { technicianOptions } from '#client/app/technician-options.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { assignmentRefusal, placedVisits, skillNeeded } from '#shared/rules/assignment.ts'
import { slotNumber } from '#shared/rules/slots.ts'
import { t } from '#shared/texts/t.ts'
import type { CallerVisitProps } from './use-caller-booking.ts'

/** Lets the office pick a technician; unavailable ones show the reason. */
export function TechnicianChoice({ shell, visit }: CallerVisitProps) {
  const { booking, own, setOwn } = shell
  const { key, date, time, servicePackage } = visit
  const technicians = useCall('GET /api/admin/technicians', { query: { limit: '200' } })
  const jobs = useCall(
    'GET /api/admin/board',
    { query: { date: date ?? '' } },
    { enabled: date !== null },
  )
  const others = [
    ...placedVisits(jobs.data ?? []),
    ...booking.visits.flatMap((one) =>
      one.key !== key && one.date && one.time
        ? {
            id: '',
            technicianId: own.technicianIds[one.key] ?? null,
            date: one.date,
            slot: slotNumber(one.time),
          }
        : [],
    ),
  ]
  const wanted = date &&
    time && {
      id: 'new',
      date,
      slot: slotNumber(time),
      skill: servicePackage ? skillNeeded(servicePackage.oilType) : null,
    }
  return (
    <Field
      label={t('Technician')}
      error={booking.problem('technicianId')}
      optional
      className="mt-5"
    >
      <Select
        value={own.technicianIds[key] ?? ''}
        onChange={(event) =>
          setOwn({ technicianIds: { ...own.technicianIds, [key]: event.target.value } })
        }
        options={[
          { value: '', label: t('As for any booking') },
          ...technicianOptions(
            (technicians.data ?? []).filter(({ status }) => status === 'active'),
            (one) => (wanted ? assignmentRefusal(one, wanted, others) : null),
          ),
        ]}
      />
    </Field>
  )
}
