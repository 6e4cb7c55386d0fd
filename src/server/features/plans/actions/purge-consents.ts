import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { consentYears } from '#shared/rules/plans.ts'

const purging = {
  name: 'purge-plan-consents',
  text: `delete from plan_consents c using subscriptions s
    where s.id = c.subscription_id and s.ended_at < $1::timestamptz - interval '${consentYears.afterEnd} years'
      and c.created_at < $1::timestamptz - interval '${consentYears.least} years'`,
}

/** Deletes what members agreed to once it no longer has to be kept. */
export async function purgeConsents(): Promise<void> {
  await queryRows(purging, [now()])
}
