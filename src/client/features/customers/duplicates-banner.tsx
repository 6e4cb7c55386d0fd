import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import type { CustomerDetails } from '#shared/contract/customers.ts'
import { duplicateReasonLabels } from '#shared/rules/customers.ts'
import { t, translate } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'

interface DuplicatesBannerProps {
  customer: CustomerDetails
  onCompare: (otherId: string) => void
}

export function DuplicatesBanner({ customer: { duplicates }, onCompare }: DuplicatesBannerProps) {
  if (duplicates.length === 0) return null
  return (
    <div className="mb-4">
      <Banner tone="warning" title={t('Perhaps here twice')}>
        <ul>
          {duplicates.map((other) => (
            <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{customerName(other)}</span>{' '}
                {other.reasons.map((reason) => translate(duplicateReasonLabels[reason])).join(', ')}
              </span>
              <Button
                size="small"
                aria-label={t('Compare with {name}', { name: customerName(other) })}
                onClick={() => onCompare(other.id)}
              >
                {t('Compare')}
              </Button>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
