import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { BusinessForm } from '#shared/contract/settings.ts'
import { t } from '#shared/texts/t.ts'

/** What the business says of itself: on its pages, in its mails and on its receipts. */
export default function BusinessDialog({ onClose }: { onClose: () => void }) {
  const { brandName, supportPhone, supportEmail, claims, replyHours } = useBusiness()
  // The promises of the front page hold one more where the days allow it; only what was typed is edited.
  const typed = useCall('GET /api/admin/settings').data?.claims ?? claims
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      input={({ promises = '', ...body }) => ({ body: { ...body, claims: linesOf(promises) } })}
      schema={BusinessForm}
      defaultValues={{
        brandName,
        supportPhone,
        supportEmail,
        replyHours,
        promises: typed.join('\n'),
      }}
      onClose={onClose}
      title={t('What customers read of you')}
      description={t(
        'On your pages, in mails and on receipts. What you leave blank is not mentioned.',
      )}
      submitLabel={t('Save')}
      successToast={{ title: t('Saved'), description: t('Your pages show it from now on.') }}
    >
      {({ TextField, TextAreaField, NumberField }) => (
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
          <TextAreaField
            name="promises"
            label={t('Promises on the front page')}
            hint={t('One a line, for example: Insured professionals')}
          />
          <NumberField
            name="replyHours"
            label={t('Messages are answered within')}
            hint={t('0: no promise')}
            after={t('hours')}
          />
        </>
      )}
    </DialogForm>
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
