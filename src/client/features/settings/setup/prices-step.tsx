import type { ReactNode } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmStep } from '#shared/rules/setup.ts'
import { t } from '#shared/texts/t.ts'
import { useSeenSettings } from '../use-seen-settings.ts'
import { StepRow, type StepProps } from './step-frame.tsx'

export function PricesStep({ onNext, confirmed, pricing }: StepProps & { pricing: ReactNode }) {
  const seen = useSeenSettings()
  const confirm = useWrite('PUT /api/admin/settings', { onSuccess: onNext })
  return (
    <div className="space-y-4">
      <p>{t('A new business starts with these packages. Customers pay these prices.')}</p>
      {pricing}
      <StepRow step="prices">
        <Button variant="quiet" onClick={onNext}>
          {t('Skip for now')}
        </Button>
        <Button
          variant="primary"
          pending={confirm.isPending}
          onClick={() =>
            confirm.mutate({
              body: { confirmedSteps: confirmStep(confirmed, 'prices') },
              ...seen.match,
            })
          }
        >
          {t('These prices are right')}
        </Button>
      </StepRow>
    </div>
  )
}
