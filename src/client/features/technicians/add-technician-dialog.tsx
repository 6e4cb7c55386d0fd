import { NameFields } from '#client/app/form/name-fields.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { personName } from '#client/app/person-name.ts'
import { TechnicianForm } from '#shared/contract/technicians.ts'
import { t } from '#shared/texts/t.ts'

/** Adds an approved technician, matched by e-mail address when they sign in. */
export default function AddTechnicianDialog({ onClose }: { onClose: () => void }) {
  return (
    <DialogForm
      call="POST /api/admin/technicians"
      input={(body) => ({ body })}
      schema={TechnicianForm}
      defaultValues={{ invite: true }}
      onClose={onClose}
      title={t('Add Technician')}
      description={t('They can start right away, and sign in with this e-mail address.')}
      submitLabel={t('Add Technician')}
      missing={{
        title: t('Missing information'),
        text: t('Please fill in all required fields.'),
      }}
      failureTitle={t('Error')}
      failureText={t('Failed to create technician.')}
      successToast={(technician) => ({
        title: t('Technician added'),
        description: personName(technician),
      })}
    >
      {({ TextField, SwitchField }) => (
        <>
          <NameFields TextField={TextField} />
          <TextField name="email" label={t('E-mail')} type="email" />
          <TextField name="phone" label={t('Phone')} type="tel" />
          <SwitchField
            name="invite"
            label={t('Invite by e-mail')}
            description={t('We e-mail them how to sign in.')}
          />
        </>
      )}
    </DialogForm>
  )
}
