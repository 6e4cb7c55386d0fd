import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { BusinessForm } from '#shared/contract/settings.ts'
import { t } from '#shared/texts/t.ts'
import { ReachFields } from './reach-fields.tsx'
import { useSeenSettings } from './use-seen-settings.ts'

export default function BusinessDialog({ onClose }: { onClose: () => void }) {
  const business = useBusiness()
  const seen = useSeenSettings({ claims: 'promises' })
  // The home page adds a claim if the days allow; only typed ones are edited.
  const { brandName, supportPhone, supportEmail, claims, replyHours } = seen.settings ?? business
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      input={({ promises = '', ...body }) => seen.input({ ...body, claims: linesOf(promises) })}
      {...seen.form}
      schema={BusinessForm}
      defaultValues={{
        brandName,
        supportPhone,
        supportEmail,
        replyHours,
        promises: claims.join('\n'),
      }}
      onClose={onClose}
      title={t('What customers read about you')}
      description={t('On your pages, in mails and on receipts. Blank fields are not mentioned.')}
      submitLabel={t('Save')}
      successToast={{ title: t('Saved'), description: t('Your pages show it from now on.') }}
    >
      {({ TextField, TextAreaField, NumberField }) => (
        <>
          <ReachFields TextField={TextField} />
          <TextAreaField
            name="promises"
            label={t('Promises on the front page')}
            hint={t('One per line, for example: Insured professionals')}
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
