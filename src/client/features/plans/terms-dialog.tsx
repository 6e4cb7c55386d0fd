import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshAfter, useWrite } from '#client/app/queries.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Subscription } from '#shared/contract/plans.ts'
import { t } from '#shared/texts/t.ts'

interface TermsDialogProps {
  subscription: Subscription
  onClose: () => void
}

/** Shows the new terms of a car's plan, to agree to or not. */
export default function TermsDialog({ subscription, onClose }: TermsDialogProps) {
  const { id, plan, newTerms, price, interval } = subscription
  const agree = useWrite('POST /api/subscriptions/{id}/agree', {
    onSuccess: () => toast({ title: t('You agreed to the new terms of {plan}', { plan }) }),
    onError: (error) => {
      refreshAfter('POST /api/subscriptions/{id}/agree')
      showFailure(t('Your terms were not changed'), error)
    },
    onSettled: onClose,
  })
  if (!newTerms) return null
  return (
    <ConfirmDialog
      onClose={onClose}
      title={t('New terms for {plan}', { plan })}
      description={newTerms.terms}
      confirmLabel={t('Agree')}
      cancelLabel={t('Keep mine')}
      pending={agree.isPending}
      onConfirm={() => agree.mutate({ params: { id }, body: { seenTerms: newTerms.terms } })}
    >
      <p className="text-sm text-soft">{t('Yours: {price}. {interval}.', { price, interval })}</p>
    </ConfirmDialog>
  )
}
