import type { ReactNode } from 'react'
import { PageForm } from '#client/app/form/page-form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { HoursForm } from '#shared/contract/settings.ts'
import { confirmStep } from '#shared/rules/setup.ts'
import { t } from '#shared/texts/t.ts'
import { timeZones } from '../groups/time-zones.ts'
import { sameHours, type WeeklyHours } from '#shared/rules/weekly-hours.ts'
import { HoursGrid } from '../groups/hours-grid.tsx'
import { useSeenSettings } from '../use-seen-settings.ts'
import { StepButtons, type StepProps } from './step-frame.tsx'

interface HoursStepProps extends StepProps {
  visits: (hours: WeeklyHours) => ReactNode
  waitsFor: string | false
}

export function HoursStep({ onNext, confirmed, visits, waitsFor }: HoursStepProps) {
  const seen = useSeenSettings()
  if (!seen.settings) return <Skeleton lines={4} />
  const { weeklyHours, timeZone } = seen.settings
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup hours"
      input={(body) => seen.input({ ...body, confirmedSteps: confirmStep(confirmed, 'hours') })}
      onFailure={seen.onFailure}
      schema={HoursForm}
      defaultValues={{
        weeklyHours,
        timeZone: confirmed.includes('hours') ? timeZone : guess(timeZone),
      }}
      onSaved={onNext}
      disabledReason={() => waitsFor}
    >
      {({ SelectField, ControlField }, typed) => (
        <>
          <ControlField name="weeklyHours">
            {({ value, onChange, error }) => (
              <HoursGrid
                label={t('Service days and times')}
                hours={value}
                onChange={onChange}
                error={error}
              />
            )}
          </ControlField>
          {typed.weeklyHours &&
            !sameHours(typed.weeklyHours, weeklyHours) &&
            visits(typed.weeklyHours)}
          <SelectField name="timeZone" label={t('Time zone')} options={timeZones()} />
          <StepButtons step="hours" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}

/** The browser's time zone if listed; owners are usually where the business is. */
function guess(usual: string): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return /^(America|Pacific)\//.test(timeZone) ? timeZone : usual
}
