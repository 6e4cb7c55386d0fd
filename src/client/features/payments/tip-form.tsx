import { WriteFailure } from '#client/app/call-failure.tsx'
import { HandCoins } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { useParty } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { isTip, minTipCents, mostTipCents, priceOf, tipChoices } from '#shared/rules/tips.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { CardTry, Payer } from './use-card-payment.ts'

interface TipFormProps {
  job: Job
  /** The card that paid the visit, if saved. */
  card: PaymentDue['card']
  tipping: Tipping
  onNo: () => void
  /** Link to enter another card for the chosen amount; null until chosen. */
  otherCard: (amount: string | null) => ReactNode
}

/** Asks for a tip as a percentage or amount; declining takes one press. */
export function TipForm({ job, card, tipping, onNo, otherCard }: TipFormProps) {
  const price = priceOf(job.cost)
  const choices = tipChoices(price)
  const [choice, setChoice] = useState<string | null>(choices.length > 0 ? null : 'other')
  const [typed, setTyped] = useState('')
  const isOther = choice === 'other'
  const cents = isOther
    ? centsFromDecimal(typed.trim())
    : choices.find(({ percent }) => String(percent) === choice)?.cents
  const fits = cents !== undefined && isTip(cents, price)
  const range = t('From {least} to {most}', {
    least: formatCents(minTipCents),
    most: formatCents(mostTipCents(price)),
  })
  const amount = fits ? decimalFromCents(cents) : null
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (amount && card && !tipping.isPending) tipping.give({ amount })
      }}
    >
      <RadioCards
        compact
        columns={2}
        legend={<span className="sr-only">{t('Tip')}</span>}
        value={choice}
        onChange={setChoice}
        options={[
          ...choices.map((one) => ({
            value: String(one.percent),
            title: t('{percent} %', { percent: one.percent }),
            description: formatCents(one.cents),
          })),
          { value: 'other', title: t('Other amount') },
        ]}
      />
      {isOther && (
        <Field
          label={t('Your tip')}
          hint={range}
          error={typed.trim() !== '' && !fits ? range : undefined}
        >
          <TextInput
            before="$"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      )}
      <WriteFailure title={t('The tip was not charged')} error={tipping.error} />
      {card && (
        <div>
          <Button
            type="submit"
            variant="primary"
            size="large"
            wide
            icon={<HandCoins />}
            pending={tipping.isPending}
            disabledReason={!amount && (isOther ? range : t('Please choose a tip'))}
          >
            {cents !== undefined && fits
              ? t('Give a tip of {amount}', { amount: formatCents(cents) })
              : t('Give a tip')}
          </Button>
          <p className="mt-2 text-sm text-soft">
            {t('It is charged to {card} at once, apart from the visit.', { card: cardName(card) })}
          </p>
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Button wide onClick={onNo}>
          {t('No tip')}
        </Button>
        {otherCard(amount)}
      </div>
    </form>
  )
}

export const tipTitle = ({ technician }: Job): string =>
  technician?.name
    ? t('A tip for {name}?', { name: technician.name })
    : t('A tip for your technician?')

export const tipWords = (): string => t('Only if you like. All of it goes to your technician.')

/** A decimal amount, plus token and wallet for a card that isn't saved. */
type Tip = { amount: string; sourceId?: string; wallet?: Wallet }

/** State of a tip and the call that gives it. */
export type Tipping = CardTry & { give: (tip: Tip) => void; payer: Payer }

/** Tips for one's own visit. */
export function useTip(jobId: string, onGiven: () => void = () => {}): Tipping {
  const { firstName, lastName } = useParty()
  const actionKey = useRef(newActionKey())
  const { mutate, isPending, error, variables } = useWrite('POST /api/jobs/{id}/tip', {
    onSuccess: ({ message }) => {
      toast({ title: message })
      onGiven()
    },
    // Keys are valid for one request, so a retry needs a new one.
    onError: () => {
      actionKey.current = newActionKey()
    },
  })
  return {
    give: (body) => mutate({ params: { id: jobId }, body, idempotencyKey: actionKey.current }),
    isPending,
    error,
    variables,
    payer: { givenName: firstName, familyName: lastName },
  }
}
