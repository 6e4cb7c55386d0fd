import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Button } from '#client/ui/button.tsx'
import { OdometerForm } from '#shared/contract/vehicles.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { insistOnMiles } from '#client/app/ask-about-miles.ts'

interface CorrectReadingDialogProps {
  vehicleId: string
  reading: { date: string; miles: number }
  onClose: () => void
}

export default function CorrectReadingDialog(props: CorrectReadingDialogProps) {
  const { vehicleId, reading, onClose } = props
  const [removing, setRemoving] = useState(false)
  const day = formatDay(reading.date, { year: true })
  const miles = formatNumber(reading.miles)
  if (removing)
    return (
      <ConfirmCall
        call="DELETE /api/vehicles/{id}/odometer/{date}"
        input={{ params: { id: vehicleId, date: reading.date } }}
        onClose={onClose}
        title={t('Remove this reading?')}
        description={t('{miles} mi on {day}. It cannot be brought back.', { miles, day })}
        confirmLabel={t('Remove reading')}
        danger
        successToast={{ title: t('Reading removed'), description: day }}
        failureToast={t('The reading was not removed')}
      />
    )
  return (
    <DialogForm
      call="POST /api/vehicles/{id}/odometer"
      input={(body) => ({ params: { id: vehicleId }, body })}
      schema={OdometerForm}
      defaultValues={reading}
      insist={(error, typed) => insistOnMiles(error, typed.miles, typed)}
      onClose={onClose}
      title={t('Correct a reading')}
      description={day}
      submitLabel={t('Save reading')}
      failureTitle={t('The reading was not changed')}
      successToast={(saved) => ({
        title: t('Odometer reading saved'),
        description: t('{miles} mi', { miles: formatNumber(saved.miles) }),
      })}
    >
      {({ NumberField }) => (
        <>
          <NumberField
            name="miles"
            label={t('Odometer')}
            after={<span className="text-sm">{t('mi')}</span>}
          />
          <Button
            variant="quiet"
            icon={<Trash2 />}
            className="-ml-4"
            onClick={() => setRemoving(true)}
          >
            {t('Remove reading')}
          </Button>
        </>
      )}
    </DialogForm>
  )
}
