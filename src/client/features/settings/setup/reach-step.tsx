import { PageForm } from '#client/app/form/page-form.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ReachForm } from '#shared/contract/settings.ts'
import { t } from '#shared/texts/t.ts'
import { ReachFields } from '../reach-fields.tsx'
import { useSeenSettings } from '../use-seen-settings.ts'
import { StepButtons, type StepProps } from './step-frame.tsx'

export function ReachStep({ onNext }: StepProps) {
  const seen = useSeenSettings()
  if (!seen.settings) return <Skeleton lines={4} />
  const { brandName, supportPhone, supportEmail } = seen.settings
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup reach"
      input={seen.input}
      onFailure={seen.onFailure}
      schema={ReachForm}
      defaultValues={{ brandName, supportPhone, supportEmail }}
      onSaved={onNext}
    >
      {({ TextField }) => (
        <>
          <ReachFields TextField={TextField} />
          <p className="text-sm text-soft">
            {t('What you leave blank is not mentioned anywhere.')}
          </p>
          <StepButtons step="reach" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}
