import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { t } from '#shared/texts/t.ts'
import type { CallerVisitProps } from './use-caller-booking.ts'

/** Who comes, if the office names somebody; whoever has a visit then cannot. */
export function TechnicianChoice({ shell, visit: { key, date, time } }: CallerVisitProps) {
  const { booking, own, setOwn } = shell
  const technicians = useCall('GET /api/admin/technicians', { query: { limit: '200' } })
  const jobs = useCall(
    'GET /api/admin/jobs',
    { query: { date: date ?? '' } },
    { enabled: date !== null },
  )
  const others = booking.visits.filter((one) => one.key !== key)
  const busy = new Set([
    ...(jobs.data ?? []).flatMap((job) => (job.scheduledTime === time ? job.technicianId : [])),
    ...others.flatMap((one) =>
      one.date === date && one.time === time ? own.technicianIds[one.key] : [],
    ),
  ])
  const active = (technicians.data ?? []).filter(({ status }) => status === 'active')
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
          ...active.map((one) => {
            const name = personName(one)
            const disabled = time !== null && busy.has(one.id)
            return {
              value: one.id,
              label: disabled ? t('{name} (busy)', { name }) : name,
              disabled,
            }
          }),
        ]}
      />
    </Field>
  )
}
