import { useCall, useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { confirmStep } from '#shared/rules/setup.ts'
import { t } from '#shared/texts/t.ts'
import { PackagePrices } from '../package-prices.tsx'
import { StepRow, type StepProps } from './step-frame.tsx'

/** The prices that a new business starts with, to be checked. */
export function PricesStep({ onNext, confirmed }: StepProps) {
  const packages = useCall('GET /api/admin/service-packages')
  const confirm = useWrite('PUT /api/admin/settings', { onSuccess: onNext })
  if (!packages.data) return <Skeleton lines={4} />
  return (
    <div className="space-y-4">
      <p>{t('A new business starts with these packages. Customers pay what stands here.')}</p>
      <PackagePrices packages={packages.data} />
      <StepRow step="prices">
        <Button variant="quiet" onClick={onNext}>
          {t('Skip for now')}
        </Button>
        <Button
          variant="primary"
          pending={confirm.isPending}
          onClick={() =>
            confirm.mutate({ body: { confirmedSteps: confirmStep(confirmed, 'prices') } })
          }
        >
          {t('These prices are right')}
        </Button>
      </StepRow>
    </div>
  )
}
