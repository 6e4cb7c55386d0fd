import { useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { describeKeeping } from '#shared/rules/card-consent.ts'
import { t } from '#shared/texts/t.ts'
import { CardFields } from './card-fields.tsx'
import { actionLabel, CardFailure, Consent } from './card-form-texts.tsx'
import type { CardTry, Payer } from './use-card-payment.ts'

interface CardFormProps {
  visit: Job
  due: PaymentDue
  /** Pays now; false holds the amount or saves the card for it. */
  pays: boolean
  /** Button label for other purposes. */
  label?: string
  payer: Payer
  write: CardTry
  /** Offers to save the card for later visits. */
  mayKeep?: boolean
  /** The consent is shown above it, once for wallets too. */
  agreed?: boolean
  onToken: (sourceId: string, saveForLater: boolean) => void
}

export function CardForm(props: CardFormProps) {
  const { visit, due, pays, label, payer, write, mayKeep, agreed, onToken } = props
  const { brandName } = useBusiness()
  const [saveForLater, setSaveForLater] = useState(false)
  return (
    <CardFields
      title={t('Card')}
      asked={{
        intent: pays ? 'CHARGE' : due.savesCard ? 'STORE' : 'CHARGE_AND_STORE',
        amount: due.amount,
      }}
      payer={payer}
      failure={!write.variables?.body.wallet && <CardFailure pays={pays} error={write.error} />}
      label={label ?? actionLabel(pays, due)}
      pending={write.isPending}
      onToken={(sourceId) => onToken(sourceId, saveForLater)}
    >
      {mayKeep && (
        <Checkbox
          label={t('Keep this card for my next visits')}
          description={describeKeeping(brandName)}
          checked={saveForLater}
          onChange={({ target }) => setSaveForLater(target.checked)}
        />
      )}
      {!pays && !agreed && <Consent visit={visit} />}
    </CardFields>
  )
}
