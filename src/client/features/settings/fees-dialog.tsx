import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { FeesForm } from '#shared/contract/settings.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { t } from '#shared/texts/t.ts'
import { useSeenSettings } from './use-seen-settings.ts'

export default function FeesDialog({ onClose }: { onClose: () => void }) {
  const seen = useSeenSettings({ cancelFeeCents: 'cancelFee', notDoneFeeCents: 'notDoneFee' })
  const business = useBusiness()
  const { cancelFeeCents, cancelFeeWithinHours, notDoneFeeCents } = seen.settings ?? business
  const cents = (amount: string | number) => centsFromDecimal(amount) ?? 0
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      input={({ cancelFee, notDoneFee, cancelFeeWithinHours: hours }) =>
        seen.input({
          cancelFeeCents: cents(cancelFee),
          cancelFeeWithinHours: hours,
          notDoneFeeCents: cents(notDoneFee),
        })
      }
      {...seen.form}
      schema={FeesForm}
      defaultValues={{
        cancelFee: decimalFromCents(cancelFeeCents),
        cancelFeeWithinHours,
        notDoneFee: decimalFromCents(notDoneFeeCents),
      }}
      onClose={onClose}
      size="small"
      title={t('Fees')}
      description={t(
        'They apply to visits booked from now on; booked visits keep their fees. 0: no fee.',
      )}
      submitLabel={t('Save')}
      successToast={{
        title: t('Saved'),
        description: t('Applies to visits booked from now on.'),
      }}
    >
      {({ MoneyField, NumberField }) => (
        <>
          <MoneyField name="cancelFee" label={t('For cancelling late')} />
          <NumberField
            name="cancelFeeWithinHours"
            label={t('Late means less than')}
            after={t('hours before the visit')}
          />
          <MoneyField
            name="notDoneFee"
            label={t('For a visit that could not be done, at most')}
            hint={t('You decide on it each time.')}
          />
        </>
      )}
    </DialogForm>
  )
}
