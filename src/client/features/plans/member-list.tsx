import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { QuietButton, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { Member } from '#shared/contract/plans.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { periodStateLabels } from '#shared/rules/plans.ts'
import { formatDay, formatVisit } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { SubscriptionState } from './subscription-state.tsx'

const ChangeDialog = lazyDialog(() => import('./change-dialog.tsx'))

type Asked = { what: 'pause' | 'resume' | 'skip' | 'propose' | 'cancel'; member: Member }

/** Cars on plans: state, price, next service and actions. */
export function MemberList({ members }: { members: readonly Member[] }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <Row key={member.id} member={member} onAsk={(what) => setAsked({ what, member })} />
        ))}
      </ul>
      {asked && (
        <ChangeDialog
          what={asked.what}
          subscription={asked.member}
          forName={asked.member.customer.name || t('the customer')}
          onClose={() => setAsked(null)}
        />
      )}
    </Card>
  )
}

function Row({ member, onAsk }: { member: Member; onAsk: (what: Asked['what']) => void }) {
  const { customer, state, period } = member
  const named = { name: customer.name || t('the customer') }
  const isActive = state === 'active'
  return (
    <li className="gap-x-8 px-4 py-4 sm:px-5 lg:flex lg:items-start lg:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <TextLink
            className="font-semibold wrap-anywhere"
            href={officePaths.customer(customer.id)}
          >
            {customer.name || t('Without a name')}
          </TextLink>
          <SubscriptionState subscription={member} />
        </div>
        <p>{`${member.vehicle} · ${member.plan}`}</p>
        <p className="text-sm text-soft">{member.price}</p>
        <p className="text-sm text-soft">
          <Next member={member} />
        </p>
      </div>
      {state !== 'ended' && (
        <div className="mt-2 -mx-3 flex flex-wrap items-center gap-x-1 gap-y-2 lg:mx-0 lg:mt-0 lg:flex-none lg:justify-end">
          {member.mayPropose && (
            <QuietButton
              aria-label={t('Propose again: {name}', named)}
              onClick={() => onAsk('propose')}
            >
              {t('Propose again')}
            </QuietButton>
          )}
          {isActive && period?.state !== 'booked' && (
            <QuietButton aria-label={t('Skip next: {name}', named)} onClick={() => onAsk('skip')}>
              {t('Skip next')}
            </QuietButton>
          )}
          <QuietButton
            aria-label={isActive ? t('Pause: {name}', named) : t('Resume: {name}', named)}
            onClick={() => onAsk(isActive ? 'pause' : 'resume')}
          >
            {isActive ? t('Pause') : t('Resume')}
          </QuietButton>
          <QuietButton aria-label={t('End plan: {name}', named)} onClick={() => onAsk('cancel')}>
            {t('End plan')}
          </QuietButton>
        </div>
      )}
    </li>
  )
}

/** What comes next, or why it ended. */
function Next({ member }: { member: Member }) {
  const { state, period, nextDue, pausedUntil, endReason, endedAt, missed } = member
  if (state === 'ended')
    return t('Ended {date}: {reason}', {
      date: formatDay(endedAt?.slice(0, 10) ?? '', { year: true }),
      reason: endReason ?? '',
    })
  if (period?.visit)
    return (
      <TextLink href={officePaths.officeVisit(period.visit.id)}>
        {formatVisit(period.visit.date, period.visit.time)}
      </TextLink>
    )
  if (state === 'paused')
    return pausedUntil
      ? t('Paused until {date}', { date: formatDay(pausedUntil, { year: true }) })
      : t('Paused until resumed')
  const date = nextDue ? formatDay(nextDue, { year: true }) : ''
  const due = t('Next service about {date}', { date })
  if (period?.reason) return t('{due}: {reason}', { due, reason: period.reason })
  return missed
    ? t('{due}. The last one: {state}, {reason}', {
        due,
        state: translate(periodStateLabels[missed.state]),
        reason: missed.reason,
      })
    : due
}
