// Works on the tasks of a database until one was given up and the others are done. For poison.http.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase, currentHandle, openDatabase } from '#server/database/database.ts'
import { openBoss } from './boss.ts'
import { startQueue, stopQueue } from './queue.ts'
import { harmlessTask, poisonTask } from './test-poison-tasks.ts'

const [where = ''] = process.argv.slice(2)
await openDatabase(where.startsWith('postgres') ? { url: where } : { dataDir: where })
await startQueue(() => {})
const left = async () => {
  // What the queue does every minute.
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
