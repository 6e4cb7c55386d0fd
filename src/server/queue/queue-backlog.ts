import { queryRow, queryRows } from '../database/database.ts'
import { definedTasks } from './task.ts'

type QueueBacklog = {
  /** Tasks ready to run. */
  due: number
  /** When the oldest of them became ready. */
  oldestDueAt: Date | null
  /** Tasks that failed for good within the last day. */
  failed: number
}

/** Whether background tasks make progress: waiting and failed ones. */
export async function queueBacklog(): Promise<QueueBacklog> {
  const row = await queryRow<QueueBacklog>({
    name: 'queue-backlog',
    text: `select count(*) filter (where state < 'active' and start_after <= now())::int as due,
             min(start_after) filter (where state < 'active' and start_after <= now()) as oldest_due_at,
             count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed
           from pgboss.job`,
  })
  return row ?? { due: 0, oldestDueAt: null, failed: 0 }
}

type TaskCounts = {
  task: string
  waiting: number
  later: number
  active: number
  failed: number
}

/** The backlog of each kind of task, including empty ones. */
export async function queueCounts(): Promise<TaskCounts[]> {
  return queryRows<TaskCounts>(
    {
      name: 'queue-counts',
      text: `select task,
             count(*) filter (where state < 'active' and start_after <= now())::int as waiting,
             count(*) filter (where state < 'active' and start_after > now())::int as later,
             count(*) filter (where state = 'active')::int as active,
             count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed
           from unnest($1::text[]) task left join pgboss.job on name = task group by task order by task`,
    },
    [definedTasks().map(({ name }) => name)],
  )
}
