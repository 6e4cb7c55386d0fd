import { useState } from 'react'
import { api, type CallError } from '#client/app/call.ts'
import { DayRangeFields } from '#client/app/form/day-range-fields.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { personName } from '#client/app/person-name.ts'
import { refreshAfter, useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { technicianOptions } from '#client/app/technician-options.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { DaysOffForm, type Technician } from '#shared/contract/technicians.ts'
import { assignmentRefusal, wantedVisit } from '#shared/rules/assignment.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { plural, t } from '#shared/texts/t.ts'
import { describeDaysOff } from './week-hours.tsx'

const route = 'POST /api/admin/technicians/{id}/days-off'

interface DaysOffDialogProps {
  technician: Technician
  onClose: () => void
}

/** Sets days off, after reassigning visits in that time. */
export default function DaysOffDialog({ technician, onClose }: DaysOffDialogProps) {
  const { today } = useBusiness()
  const { id } = technician
  const name = personName(technician)
  const all = useCall('GET /api/admin/technicians')
  const [touched, setTouched] = useState<Job[]>([])
  /** Job → technician; '' for unassigned. */
  const [takers, setTakers] = useState<Record<string, string>>({})
  const others = (all.data ?? []).filter((one) => one.id !== id && one.status === 'active')
  const send = async (form: DaysOffForm) => {
    const visits = touched.map((job) => ({ id: job.id, technicianId: takers[job.id] || null }))
    const input = { params: { id }, body: { ...form, visits } }
    const answer = await api(route, input)
    refreshAfter(route, input)
    return answer
  }
  return (
    <DialogForm
      send={send}
      schema={DaysOffForm}
      defaultValues={{ from: today, to: today, reason: '' }}
      onClose={onClose}
      title={t('Days off of {name}', { name })}
      description={t('Both days are included. The technician is notified.')}
      submitLabel={
        touched.length > 0
          ? plural(touched.length, {
              one: 'Give away {count} visit and save',
              other: 'Give away {count} visits and save',
            })
          : t('Save')
      }
      successToast={(_, form) => ({
        title: t('{name} is off', { name }),
        description: describeDaysOff(form),
      })}
      onFailure={(error) => {
        const visits = visitsOf(error)
        if (visits) setTouched(visits)
        return visits !== undefined
      }}
    >
      {({ TextField }) => (
        <>
          <DayRangeFields earliest={today} />
          <TextField name="reason" label={t('Reason')} hint={t('Only for the office.')} />
          {touched.length > 0 && (
            <>
              <Banner
                live
                tone="warning"
                title={plural(touched.length, {
                  one: '{count} visit is at this time',
                  other: '{count} visits are at this time',
                })}
              >
                {t('Nothing is saved yet. Choose who takes each, or leave it unassigned.')}
              </Banner>
              <ReassignVisits
                jobs={touched}
                technicians={others}
                takers={takers}
                onTaker={(jobId, taker) => setTakers({ ...takers, [jobId]: taker })}
              />
            </>
          )}
        </>
      )}
    </DialogForm>
  )
}

function visitsOf({ details }: CallError): Job[] | undefined {
  const { reason, visits } = (details ?? {}) as { reason?: string; visits?: Job[] }
  return reason === 'visits' ? visits : undefined
}

interface ReassignVisitsProps {
  jobs: readonly Job[]
  technicians: readonly Technician[]
  takers: Readonly<Record<string, string>>
  onTaker: (jobId: string, technicianId: string) => void
}

/** Visits with a select for their new technician; unavailable ones show the reason. */
function ReassignVisits({ jobs, technicians, takers, onTaker }: ReassignVisitsProps) {
  return (
    <ul className="space-y-3">
      {jobs.map((job) => (
        <li key={job.id} className="rounded-control border border-line p-3">
          <p className="font-medium">
            <VisitTime date={job.scheduledDate} slot={job.scheduledTime} />
          </p>
          <p className="mb-2 text-sm wrap-anywhere text-soft">
            {[job.number, job.customer.name, vehicleName(job.vehicle)].filter(Boolean).join(' · ')}
          </p>
          <Select
            aria-label={t('Technician for {number}', { number: job.number })}
            value={takers[job.id] ?? ''}
            onChange={({ target }) => onTaker(job.id, target.value)}
            options={[
              { value: '', label: t('Unassigned') },
              ...technicianOptions(technicians, (technician) =>
                assignmentRefusal(technician, wantedVisit(job), []),
              ),
            ]}
          />
        </li>
      ))}
    </ul>
  )
}
