import { queryRows } from '#server/database/database.ts'
import { slots } from '#shared/rules/slots.ts'

/** Keeps upcoming visits at their time of day when the business changes its time zone, in the current transaction. */
export async function applyTimeZone(timeZone: string): Promise<void> {
  await queryRows(moved, [timeZone])
}

const starts = slots.map(({ number, start }) => `when ${number} then time '${start}'`).join(' ')

const moved = {
  name: 'move-to-time-zone',
  text: `update jobs set starts_at = (service_date + case slot ${starts} end) at time zone $1
    where status in ('scheduled', 'assigned')`,
}
