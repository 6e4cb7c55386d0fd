import { PageForm } from '#client/app/form/page-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { ReachForm } from '#shared/contract/settings.ts'
import { t } from '#shared/texts/t.ts'
import { StepButtons, type StepProps } from './step-frame.tsx'

/** What the business is called, and how customers reach it. */
export function ReachStep({ onNext }: StepProps) {
  const { data } = useCall('GET /api/admin/settings')
  if (!data) return <Skeleton lines={4} />
  const { brandName, supportPhone, supportEmail } = data
  return (
    <PageForm
      call="PUT /api/admin/settings"
      draft="setup reach"
      input={(body) => ({ body })}
      schema={ReachForm}
      defaultValues={{ brandName, supportPhone, supportEmail }}
      onSaved={onNext}
    >
      {({ TextField }) => (
        <>
          <TextField
            name="brandName"
            label={t('Name of the business')}
            autoComplete="organization"
          />
          <TextField
            name="supportPhone"
            label={t('Phone')}
            type="tel"
            autoComplete="tel"
            optional
          />
          <TextField
            name="supportEmail"
            label={t('E-mail')}
            type="email"
            autoComplete="email"
            hint={t('Messages to the office are mailed there.')}
            optional
          />
          <p className="text-sm text-soft">
            {t('What you leave blank is not mentioned anywhere.')}
          </p>
          <StepButtons step="reach" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}
