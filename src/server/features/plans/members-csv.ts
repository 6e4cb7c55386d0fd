import { csvText } from '#server/http/csv.ts'
import type { Member } from '#shared/contract/plans.ts'
import { periodStateLabels, subscriptionStateLabels } from '#shared/rules/plans.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Members of plans as CSV; dates as YYYY-MM-DD. */
export const membersCsv = (members: readonly Member[]): string =>
  csvText(
    [
      t('Customer'),
      t('Vehicle'),
      t('Membership plan'),
      t('Interval'),
      t('Price'),
      t('Status'),
      t('Next due'),
      t('Service'),
      t('Visit'),
      t('Reason'),
      t('Joined'),
      t('Ended'),
    ],
    members.map((member) => [
      member.customer.name,
      member.vehicle,
      member.plan,
      member.interval,
      member.price,
      translate(subscriptionStateLabels[member.state]),
      member.nextDue,
      member.period && translate(periodStateLabels[member.period.state]),
      member.period?.visit?.date ?? null,
      member.endReason ?? member.period?.reason ?? null,
      member.joinedAt.slice(0, 10),
      member.endedAt?.slice(0, 10) ?? null,
    ]),
  )
