import { useRef, useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type AdminPackage, PriceForm } from '#shared/contract/catalog.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

interface PriceDialogProps {
  of: AdminPackage
  onClose: () => void
}

/** What a package costs from the next booking on. */
export default function PriceDialog({ of, onClose }: PriceDialogProps) {
  // As it was when this was opened.
  const [{ id, name, basePrice, version }] = useState(of)
  const seen = useRef(version)
  return (
    <DialogForm
      call="PATCH /api/service-packages/{id}/price"
      input={(body) => ({ params: { id }, body, ifMatch: seen.current })}
      schema={PriceForm}
      defaultValues={{ price: basePrice.toFixed(2) }}
      onClose={onClose}
      size="small"
      title={t('Price of {name}', { name })}
      description={t(
        'It counts from the next booking on. Visits that are booked keep their price.',
      )}
      submitLabel={({ price }) =>
        price ? t('Change to {price}', { price: formatAmount(price) }) : t('Save')
      }
      failureTitle={t('Failed to update price')}
      insist={(error, values) => {
        const { reason, now } = (error.details ?? {}) as { reason?: string; now?: AdminPackage }
        if (reason !== 'changed' || !now) return null
        seen.current = now.version
        return {
          question: {
            title: t('Changed meanwhile'),
            description: translate(error.message),
            confirmLabel: t('Save mine'),
          },
          values,
        }
      }}
      successToast={{ title: t('Saved'), description: name }}
    >
      {({ MoneyField }) => <MoneyField name="price" label={t('Price')} />}
    </DialogForm>
  )
}
