import { now } from '#server/base/clock.ts'
import { queryRows, transaction } from '#server/database/database.ts'
import { happened } from '#server/events/happened.ts'
import type { Unanswered } from '../queries/approvals.ts'

const lapsing = {
  name: 'lapse-company-approvals',
  text: `with lapsed as (
      update company_approvals a set lapsed_at = $1::timestamptz from jobs j
      where j.id = a.job_id and a.answered_at is null and a.lapsed_at is null and a.until <= $1::timestamptz
        and j.status in ('scheduled', 'assigned')
      returning a.job_id, a.cents, a.until, j.customer_id, j.vehicle_id, j.service_date, j.slot)
    select l.job_id, l.customer_id as account_id, u.first_name as company, v.unit_number as unit,
      v.year || ' ' || v.make || ' ' || v.model as car, l.cents, l.until, l.service_date::text as date, l.slot
    from lapsed l join users u on u.id = l.customer_id join vehicles v on v.id = l.vehicle_id`,
}

/** Passes questions that no approver answered in time on to the office. */
export async function lapseApprovals(): Promise<void> {
  await transaction(async () => {
    for (const { accountId, until, ...one } of await queryRows<Unanswered>(lapsing, [now()]))
      await happened({
        event: 'company_approval_lapsed',
        by: null,
        personId: accountId,
        data: { ...one, until: until.toISOString() },
      })
  })
}
