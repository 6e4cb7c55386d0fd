import { useState } from 'react'
import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import type { CallAnswer } from '#client/app/call.ts'
import { useBusiness } from '#client/app/session.ts'
import { taxPercent } from '#shared/contract/tax-rate.ts'
import { formatDay } from '#shared/texts/format.ts'
import { t, text } from '#shared/texts/t.ts'
import { rateInput } from './rate-input.ts'

/** Instead of a core spot's id: the business's rate. */
const general = 'general'

const Typed = z.strictObject({
  place: z.string(),
  percent: taxPercent,
  from: z.string().check(z.minLength(1, text('Please choose a day'))),
})

interface RateDialogProps {
  settings: CallAnswer<'GET /api/admin/settings'>
  spots: CallAnswer<'GET /api/admin/core-spots'>
  onClose: () => void
}

/** Plans a sales tax rate of the business or of a core spot from a day on. */
export default function RateDialog(props: RateDialogProps) {
  const { onClose } = props
  // The values when the dialog opened.
  const [{ settings, spots }] = useState(props)
  const { today } = useBusiness()
  const versionOf = (id: string) => spots.find((spot) => spot.id === id)?.version
  return (
    <DialogForm
      call="PATCH /api/admin/tax-rate"
      input={({ place, percent, from }) => ({
        body: {
          rateBp: Math.round(percent * 100),
          from,
          ...(place !== general && { coreSpotId: place }),
        },
        ifMatch: versionOf(place) ?? settings.version,
      })}
      schema={Typed}
      defaultValues={{ place: general, from: '' }}
      onClose={onClose}
      size="small"
      title={t('Plan a sales tax rate')}
      description={t('Applies to visits on that day and later. Booked visits keep their rate.')}
      submitLabel={t('Plan')}
      failureTitle={t('Not planned')}
      successToast={(_, { percent, from }) => ({
        title: t('Planned'),
        description: t('{rate}% from {day}', {
          rate: percent,
          day: formatDay(from, { year: true }),
        }),
      })}
    >
      {({ DateField, NumberField, SelectField }) => (
        <>
          {spots.length > 0 && (
            <SelectField
              name="place"
              label={t('Where')}
              options={[
                { value: general, label: t('General rate') },
                ...spots.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
          <NumberField {...rateInput} name="percent" label={t('Sales tax rate')} />
          <DateField name="from" label={t('For visits from')} min={today} />
        </>
      )}
    </DialogForm>
  )
}
