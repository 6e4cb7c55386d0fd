import { PageForm } from '#client/app/form/page-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { HoursForm } from '#shared/contract/settings.ts'
import { confirmStep } from '#shared/rules/setup.ts'
import { t } from '#shared/texts/t.ts'
import { timeZones } from '../groups/time-zones.ts'
import { Weekdays } from '../groups/weekdays.tsx'
import { StepButtons, type StepProps } from './step-frame.tsx'

/** The days on which the business works, and by whose clock. */
export function HoursStep({ onNext, confirmed }: StepProps) {
  const { data } = useCall('GET /api/admin/settings')
  if (!data) return <Skeleton lines={4} />
  const { serviceDays, timeZone } = data
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup hours"
      input={(body) => ({ body: { ...body, confirmedSteps: confirmStep(confirmed, 'hours') } })}
      schema={HoursForm}
      defaultValues={{
        serviceDays,
        timeZone: confirmed.includes('hours') ? timeZone : guess(timeZone),
      }}
      onSaved={onNext}
    >
      {({ SelectField, ControlField }) => (
        <>
          <ControlField name="serviceDays">
            {({ value, onChange, error }) => (
              <Weekdays
                label={t('Service days')}
                chosen={value}
                onChange={onChange}
                error={error}
              />
            )}
          </ControlField>
          <p className="text-sm text-soft">
            {t('On these days there are five times, from 8:00 AM to 5:00 PM.')}
          </p>
          <SelectField name="timeZone" label={t('Time zone')} options={timeZones()} />
          <StepButtons step="hours" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

/** Where this browser is, if that is a zone of the list; the owner sits where the business is, as a rule. */
function guess(usual: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^(America|Pacific)\//.test(timeZone) ? timeZone : usual
}
