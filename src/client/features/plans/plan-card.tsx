import { type ReactNode, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { useCall } from '#client/app/queries.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton, SmallButton, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import type { OfferedPlan, Subscription } from '#shared/contract/plans.ts'
import { paths } from '#shared/rules/paths.ts'
import { cardName } from '#shared/rules/saved-cards.ts'
import { formatDay, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { SubscriptionState } from './subscription-state.tsx'

const JoinDialog = lazyDialog(() => import('./join-dialog.tsx'))
const TermsDialog = lazyDialog(() => import('./terms-dialog.tsx'))
const EditDialog = lazyDialog(() => import('./edit-subscription-dialog.tsx'))
const ChangeDialog = lazyDialog(() => import('./change-dialog.tsx'))

interface PlanCardProps {
  vehicleId: string
  /** The company whose car it is. */
  companyId?: string
  /** Shown if the car can join no plan. */
  none?: ReactNode
  /** The next service by the oil's life; an active plan's own date replaces it. */
  estimate?: ReactNode
  /** What the page shows between the next service and the plans the car can join. */
  children?: ReactNode
}

/** A car's plan, or those it can join. */
export default function PlanCard(props: PlanCardProps) {
  const { vehicleId, companyId, none = null, estimate, children } = props
  const query = companyId ? { companyId } : {}
  const own = useCall('GET /api/subscriptions', { query })
  const subscription = own.data?.find((one) => one.vehicleId === vehicleId)
  return (
    <>
      {!own.isPending && subscription?.state !== 'active' && estimate}
      {subscription && <OwnPlan subscription={subscription} isCompany={companyId !== undefined} />}
      {children}
      {own.data && !subscription && (
        <OfferedPlans vehicleId={vehicleId} companyId={companyId} none={none} />
      )}
    </>
  )
}

function OfferedPlans({ vehicleId, companyId, none }: PlanCardProps) {
  const query = companyId ? { vehicleId, companyId } : { vehicleId }
  const { data: plans } = useCall('GET /api/plans', { query })
  const [joining, setJoining] = useState<OfferedPlan | null>(null)
  if (!plans) return null
  if (plans.length === 0) return none
  return (
    <Card title={t('Plans')}>
      <p className="text-soft">
        {t('Regular service without having to remember it. Cancel at any time.')}
      </p>
      <ul className="mt-2 divide-y divide-line">
        {plans.map((plan) => (
          <li
            key={plan.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{plan.name}</p>
              {plan.description && <p className="text-sm">{plan.description}</p>}
              <p className="text-sm">{`${plan.packageName}. ${plan.interval}.`}</p>
              <p className="text-sm text-soft">{plan.price}</p>
            </div>
            <Button
              aria-label={t('Join {plan}', { plan: plan.name })}
              onClick={() => setJoining(plan)}
            >
              {t('Join')}
            </Button>
          </li>
        ))}
      </ul>
      {joining && (
        <JoinDialog
          plan={joining}
          vehicleId={vehicleId}
          companyId={companyId}
          onClose={() => setJoining(null)}
        />
      )}
    </Card>
  )
}

type Asked = 'edit' | 'terms' | 'propose' | 'pause' | 'resume' | 'skip' | 'cancel'

function OwnPlan({ subscription, isCompany }: { subscription: Subscription; isCompany: boolean }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { plan, state, period, card, newTerms } = subscription
  const isBooked = period?.state === 'booked'
  return (
    <Card title={plan} action={<SubscriptionState subscription={subscription} />}>
      <Facts
        items={[
          {
            label: t('Next service'),
            value: <NextService subscription={subscription} isCompany={isCompany} />,
          },
          { label: t('Includes'), value: subscription.packageName },
          { label: t('Interval'), value: subscription.interval },
          { label: t('Price'), value: subscription.price },
          {
            label: t('Usually'),
            value: `${formatSlotStart(subscription.time)}, ${subscription.serviceAddress}`,
          },
          ...(card ? [{ label: t('Card'), value: cardName(card) }] : []),
        ]}
      />
      {newTerms && (
        <div className="mt-4">
          <Banner
            title={t('New terms for {plan}', { plan })}
            action={<SmallButton onClick={() => setAsked('terms')}>{t('Read')}</SmallButton>}
          >
            {t('{price}. {interval}. Yours stay as they are unless you agree.', newTerms)}
          </Banner>
        </div>
      )}
      {subscription.mayPropose && (
        <p className="mt-3 text-amber">{t('The last service did not take place.')}</p>
      )}
      {subscription.needsCard && state === 'active' && (
        <p className="mt-3 text-amber">
          {t('Please choose a valid card. Without one we cannot propose a time.')}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {period?.state === 'proposed' && (
          <LinkButton variant="primary" href={paths.planVisit(period.id)}>
            {t('See the time')}
          </LinkButton>
        )}
        {subscription.mayPropose && (
          <Button variant="primary" onClick={() => setAsked('propose')}>
            {t('Propose a time')}
          </Button>
        )}
        <Button onClick={() => setAsked('edit')}>{t('Change')}</Button>
        {state === 'active' && !isBooked && (
          <Button onClick={() => setAsked('skip')}>{t('Skip next')}</Button>
        )}
        {state === 'active' ? (
          <Button onClick={() => setAsked('pause')}>{t('Pause')}</Button>
        ) : (
          <Button onClick={() => setAsked('resume')}>{t('Resume')}</Button>
        )}
        <Button onClick={() => setAsked('cancel')}>{t('Cancel plan')}</Button>
      </div>
      {asked === 'edit' && (
        <EditDialog
          subscription={subscription}
          isCompany={isCompany}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'terms' && (
        <TermsDialog subscription={subscription} onClose={() => setAsked(null)} />
      )}
      {asked && asked !== 'edit' && asked !== 'terms' && (
        <ChangeDialog what={asked} subscription={subscription} onClose={() => setAsked(null)} />
      )}
    </Card>
  )
}

function NextService({
  subscription,
  isCompany,
}: {
  subscription: Subscription
  isCompany: boolean
}) {
  const { state, period, nextDue, pausedUntil } = subscription
  if (period?.visit)
    return isCompany ? (
      <VisitTime date={period.visit.date} slot={period.visit.time} />
    ) : (
      <TextLink href={paths.order(period.visit.id)}>
        <VisitTime date={period.visit.date} slot={period.visit.time} />
      </TextLink>
    )
  if (state === 'paused')
    return pausedUntil
      ? t('Paused until {date}', { date: formatDay(pausedUntil, { year: true }) })
      : t('Paused until you resume')
  if (period?.state === 'proposed') return t('A time is waiting for your answer')
  return nextDue ? t('About {date}', { date: formatDay(nextDue, { year: true }) }) : null
}
