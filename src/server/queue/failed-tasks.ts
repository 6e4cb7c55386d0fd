import { queryRow, queryRows } from '#server/database/database.ts'
import { openBoss } from './boss.ts'

type GivenUp = { id: string; name: string; failedAt: string; tries: number; reason: string }

const shownReason = 300

/** Failed tasks, newest first, at most fifty. */
export async function failedTasks(): Promise<GivenUp[]> {
  const rows = await queryRows<Omit<GivenUp, 'failedAt'> & { failedAt: Date }>({
    name: 'failed-tasks',
    text: `select id, name, completed_on as failed_at, retry_count + 1 as tries,
             left(coalesce(output ->> 'message', output #>> '{}', ''), ${shownReason}) as reason
           from pgboss.job where state = 'failed' and completed_on is not null
           order by completed_on desc limit 50`,
  })
  return rows.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() }))
}

/** Retries a failed task; false if there is none with that id. */
export async function retryTask(id: string): Promise<boolean> {
  const found = await queryRow<{ name: string }>(
    {
      name: 'failed-task',
      text: `select name from pgboss.job where id = $1 and state = 'failed'`,
    },
    [id],
  )
  if (!found) return false
  await (await openBoss()).retry(found.name, id)
  return true
}
