// Works on a database's tasks until one has failed for good and the others are done. Used by poison.http.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase, currentHandle, openDatabase } from '#server/database/database.ts'
import { openBoss } from './boss.ts'
import { startQueue, stopQueue } from './queue.ts'
import { harmlessTask, poisonTask } from './test-poison-tasks.ts'

const [where = ''] = process.argv.slice(2)
await openDatabase(where.startsWith('postgres') ? { url: where } : { dataDir: where })
await startQueue(() => {})
const left = async () => {
  // The queue does this every minute.
  await currentHandle().script('update pgboss.queue set monitor_on = null, monitor_claim_on = null')
  await (await openBoss()).supervise()
  const { rows } = await currentHandle().query(
    `select from pgboss.job where state < 'completed' and name in ($1, $2)`,
    [poisonTask.name, harmlessTask.name],
  )
  return rows.length
}
while ((await left()) > 0) await sleep(200)
await stopQueue()
await closeDatabase()
