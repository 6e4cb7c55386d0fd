import { queryRow } from '../database/database.ts'

export type QueueBacklog = {
  /** Tasks that could be worked on now. */
  due: number
  /** Since when the oldest of them could. */
  oldestDueAt: Date | null
  /** Tasks that were given up within the last day. */
  failed: number
}

/** Whether background tasks are worked on: what waits, and what was given up. */
export async function queueBacklog(): Promise<QueueBacklog> {
  const row = await queryRow<QueueBacklog>({
    name: 'queue-backlog',
    text: `select count(*) filter (where state < 'active' and start_after <= now())::int as due,
             min(start_after) filter (where state < 'active' and start_after <= now()) as "oldestDueAt",
             count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed
           from pgboss.job`,
  })
  return row ?? { due: 0, oldestDueAt: null, failed: 0 }
}
