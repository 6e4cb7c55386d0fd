import { ShieldCheck } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import type { PaymentDue } from '#shared/contract/payments.ts'
import { cardConsent } from '#shared/rules/payments.ts'
import { formatAmount, formatDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { CardForm } from './card-form.tsx'
import { useCard } from './use-card.ts'

interface GuestCardProps {
  token: string
  job: Job
  due: PaymentDue
}

/** What a guest still has to do about the money of a visit: hold it before the service, pay what is due after. */
export function GuestCard(props: GuestCardProps) {
  const { job, due } = props
  if (job.status === 'cancelled') return null
  if (due.status === 'completed')
    return <Banner tone="success" title={t('This service is paid')} icon={<ShieldCheck />} />
  if (due.state === 'held' || due.state === 'card_saved') return <Held job={job} due={due} />
  if (due.state === 'settling' || due.state === 'authorizing')
    return <Banner title={t('Waiting for the card network')} live />
  return <CardQuestion {...props} />
}

function Held({ job, due }: Pick<GuestCardProps, 'job' | 'due'>) {
  const amount = formatAmount(due.heldAmount ?? due.amount)
  const held = due.state === 'held'
  return (
    <Banner
      tone="success"
      live
      icon={<ShieldCheck />}
      title={held ? t('Your card is set') : t('Your card is saved')}
    >
      {held
        ? t('{amount} has been pre-authorized. Funds will be captured upon service completion.', {
            amount,
          })
        : t('{amount} will be reserved one to two days before the visit on {day}.', {
            amount,
            day: formatDay(job.scheduledDate),
          })}
      {due.card && ` ${t('{brand} ending in {last4}', due.card)}`}
    </Banner>
  )
}

function CardQuestion({ token, job, due }: GuestCardProps) {
  const { brandName } = useBusiness()
  const card = useCard()
  const hold = useWrite('POST /api/guest-links/pre-authorize')
  const charge = useWrite('POST /api/guest-links/process')
  const pays = job.status === 'completed'
  const write = pays ? charge : hold
  const amount = formatAmount(due.amount)
  const send = async () => {
    const sourceId = await card.tokenize({
      intent: pays ? 'CHARGE' : due.savesCard ? 'STORE' : 'CHARGE_AND_STORE',
      amount: due.amount,
      currencyCode: 'USD',
      billingContact: { givenName: job.customer.name, familyName: '' },
      customerInitiated: true,
      sellerKeyedIn: false,
    })
    if (sourceId) write.mutate({ body: { token, sourceId, amount: due.amount } })
  }
  return (
    <Card title={t('Card')}>
      <CardForm
        card={card}
        pending={write.isPending}
        failure={write.error ? failureOf(pays, write.error.message) : null}
        action={
          pays
            ? t('Pay {amount} with this card', { amount })
            : due.savesCard
              ? t('Save this card for {amount}', { amount })
              : t('Hold {amount} on this card', { amount })
        }
        onPay={() => void send()}
      >
        {!pays && <p className="text-sm text-soft">{t(cardConsent.text, { brand: brandName })}</p>}
      </CardForm>
    </Card>
  )
}

function failureOf(pays: boolean, message: string) {
  const banner = pays
    ? t('Payment failed. Please check your card information and try again.')
    : t('Pre-authorization failed. Please check your card information and try again.')
  return {
    title: pays ? t('Payment Failed') : t('Pre-Authorization Failed'),
    text: message ? `${banner} ${translate(message)}` : banner,
  }
}
