import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import type { Promotion } from '#shared/contract/promotions.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

interface DeletePromotionDialogProps {
  promotion: Promotion
  onClose: () => void
}

/** Confirms deleting a code; one used by visits is only turned off. */
export default function DeletePromotionDialog({ promotion, onClose }: DeletePromotionDialogProps) {
  const { id, code, version, uses } = promotion
  return (
    <ConfirmCall
      call="DELETE /api/admin/promotions/{id}"
      input={{ params: { id } }}
      version={version}
      onClose={onClose}
      danger
      title={
        uses > 0 ? t('Switch off {name}?', { name: code }) : t('Delete {name}?', { name: code })
      }
      description={
        uses === 0
          ? t('No visit uses it, so it will be deleted for good.')
          : plural(uses, {
              one: '{count} visit has it and keeps it. No one can use it for new bookings. You can switch it on again.',
              other:
                '{count} visits have it and keep it. No one can use it for new bookings. You can switch it on again.',
            })
      }
      confirmLabel={uses > 0 ? t('Switch off') : t('Delete code')}
      cancelLabel={t('Keep')}
      successToast={({ deleted }) => ({
        title: t('Success'),
        description: deleted
          ? t('{name} is deleted.', { name: code })
          : t('{name} is switched off now.', { name: code }),
      })}
      failureToast={({ message }) => ({ title: t('Error'), description: translate(message) })}
    />
  )
}
