import { PageForm } from '#client/app/form/page-form.tsx'
import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { TechnicianForm } from '#shared/contract/technicians.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { StepButtons, type StepProps, StepRow } from './step-frame.tsx'

export function TechnicianStep({ onNext }: StepProps) {
  const technicians = useCall('GET /api/admin/technicians')
  if (!technicians.data) return <Skeleton lines={4} />
  const active = technicians.data.filter(({ status }) => status === 'active')
  if (active.length > 0)
    return (
      <div className="space-y-4">
        <ul className="list-disc pl-5">
          {active.map((one) => (
            <li key={one.id}>{personName(one) || one.email}</li>
          ))}
        </ul>
        <LinkButton href={paths.technicians}>{t('Technicians')}</LinkButton>
        <StepRow step="technician">
          <Button variant="primary" onClick={onNext}>
            {t('Continue')}
          </Button>
        </StepRow>
      </div>
    )
  return (
    <PageForm
      call="POST /api/admin/technicians"
      draft="setup technician"
      input={(body) => ({ body })}
      schema={TechnicianForm}
      defaultValues={{ invite: true }}
      onSaved={onNext}
      failureText={t('Failed to create technician.')}
    >
      {({ TextField, SwitchField }) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField name="firstName" label={t('First name')} />
            <TextField name="lastName" label={t('Last name')} />
          </div>
          <TextField
            name="email"
            label={t('E-mail')}
            type="email"
            hint={t('Not yours: who runs the business signs in with another address.')}
          />
          <TextField name="phone" label={t('Phone')} type="tel" />
          <SwitchField
            name="invite"
            label={t('Invite by e-mail')}
            description={t('We write to them how to sign in.')}
          />
          <StepButtons step="technician" onNext={onNext} />
        </>
      )}
    </PageForm>
  )
}
