import { useState } from 'react'
import { useMayTip } from '#client/app/use-may-tip.ts'
import { useStoredState } from '#client/app/use-stored-state.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { CardForm } from './card-form.tsx'
import { TipForm, type Tipping, tipTitle, tipWords } from './tip-form.tsx'
import { WalletCard } from './wallet-card.tsx'

/** Asks for a tip on a page with card entry; nothing after a tip or "No tip". */
export function TipCard({ job, due, tipping }: { job: Job; due: PaymentDue; tipping: Tipping }) {
  const mayTip = useMayTip()
  const [declined, setDeclined] = useStoredState(`no tip ${job.id}`, false)
  // Amount for another card.
  const [other, setOther] = useState<string | null>(null)
  if (declined || !mayTip(job)) return null
  return (
    <div id="tip" className="scroll-mt-4 space-y-4">
      <Card title={tipTitle(job)}>
        <p className="mb-3 text-soft">{tipWords()}</p>
        <TipForm
          job={job}
          card={other ? null : due.card}
          tipping={other ? { ...tipping, error: null } : tipping}
          onNo={() => setDeclined(true)}
          otherCard={(amount) =>
            other !== null && amount === other ? null : (
              <Button
                wide
                onClick={() => setOther(amount)}
                disabledReason={!amount && t('Please choose a tip')}
              >
                {due.card ? t('Use another card') : t('Enter a card')}
              </Button>
            )
          }
        />
      </Card>
      {other && (
        <>
          <WalletCard
            visit={job}
            pays
            title={t('Give a tip of {amount} without typing a card', {
              amount: formatAmount(other),
            })}
            due={{ ...due, amount: other }}
            write={tipping}
            onWallet={(sourceId, wallet) => tipping.give({ amount: other, sourceId, wallet })}
          />
          <CardForm
            key={other}
            visit={job}
            pays
            label={t('Give a tip of {amount} with this card', { amount: formatAmount(other) })}
            due={{ ...due, amount: other }}
            payer={tipping.payer}
            write={tipping}
            onToken={(sourceId) => tipping.give({ amount: other, sourceId })}
          />
        </>
      )}
    </div>
  )
}
