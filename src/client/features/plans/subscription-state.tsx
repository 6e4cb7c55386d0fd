import { StatusBadge } from '#client/ui/badge.tsx'
import type { Subscription } from '#shared/contract/plans.ts'
import { periodStateLabels, subscriptionStateLabels } from '#shared/rules/plans.ts'
import { translate } from '#shared/texts/t.ts'

/** Where a car's plan stands, as a word with its color. */
export function SubscriptionState({
  subscription: { state, period },
}: {
  subscription: Pick<Subscription, 'state' | 'period'>
}) {
  if (state !== 'active' || !period)
    return (
      <StatusBadge color={state === 'active' ? 'green' : 'gray'}>
        {translate(subscriptionStateLabels[state])}
      </StatusBadge>
    )
  const color = period.state === 'booked' ? 'blue' : period.reason ? 'red' : 'amber'
  return <StatusBadge color={color}>{translate(periodStateLabels[period.state])}</StatusBadge>
}
