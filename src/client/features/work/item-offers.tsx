import { useState } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import type { InspectionItem } from '#shared/rules/inspections.ts'
import { approvalLabels } from '#shared/rules/extras.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { approvalColors } from '#shared/rules/status-colors.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { OfferDialog } from './extra-form.tsx'
import { useExtras } from './use-extras.ts'

interface ItemOffersProps {
  jobId: string
  item: Pick<InspectionItem, 'id' | 'label'>
  mayOffer: boolean
}

/** Repairs offered for an inspection item with the customer's answers, and a button to offer another. */
export function ItemOffers({ jobId, item, mayOffer }: ItemOffersProps) {
  const { shown } = useExtras(jobId)
  const [offering, setOffering] = useState(false)
  return (
    <>
      {shown
        .filter(({ findingItemId }) => findingItemId === item.id)
        .map(({ id, description, totalPrice, approval }) => (
          <p key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <span className="min-w-0 wrap-anywhere">
              {t('Offered: {description}, {amount}', {
                description,
                amount: formatCents(centsFromDollars(totalPrice)),
              })}
            </span>
            {approvalLabels[approval] && (
              <Badge color={approvalColors[approval]}>{translate(approvalLabels[approval])}</Badge>
            )}
          </p>
        ))}
      {mayOffer && (
        <SmallButton onClick={() => setOffering(true)}>{t('Offer a repair')}</SmallButton>
      )}
      {offering && <OfferDialog jobId={jobId} item={item} onClose={() => setOffering(false)} />}
    </>
  )
}
