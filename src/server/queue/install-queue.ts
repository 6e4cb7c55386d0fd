import { queryRow, queryRows } from '../database/database.ts'
import { openBoss } from './boss.ts'
import { queueDatabase } from './queue-database.ts'
import { definedTasks, type RegisteredTask } from './task.ts'

/** Schema version of the pg-boss in package.json, repeated here so that a start need not load it. */
export const queueSchemaVersion = 43

interface StoredQueue {
  name: string
  retryLimit: number
  retryDelay: number
  retryDelayMax: number | null
  expireInSeconds: number
  notify: boolean
}

/** Creates the tables and queues that `enqueue` needs. Call after `migrate`, with all tasks imported. */
export async function installQueue(): Promise<void> {
  await installSchema()
  const stored = await queryRows<StoredQueue>({
    name: 'stored-queues',
    text: `select name, retry_limit, retry_delay,
             retry_delay_max, expire_seconds as expire_in_seconds, notify
           from pgboss.queue`,
  })
  const byName = new Map(stored.map((queue) => [queue.name, queue]))
  for (const task of definedTasks()) await installTask(task, byName.get(task.name))
}

async function installSchema(): Promise<void> {
  if ((await readVersion()) === queueSchemaVersion) return
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss')
  // Two processes may start at once: pg-boss only takes its lock when its script runs.
  const version = await readVersion()
  if (version === undefined) await runScript(getConstructionPlans('pgboss'))
  else if (version < queueSchemaVersion) await runScript(getMigrationPlans('pgboss', version))
}

async function runScript(script: string): Promise<void> {
  try {
    await queueDatabase.executeSql(script)
  } catch (error) {
    // The other process was first, and this one's script failed as a whole.
    if ((await readVersion()) !== queueSchemaVersion) throw error
  }
}

async function readVersion(): Promise<number | undefined> {
  const found = await queryRow<{ found: boolean }>({
    name: 'queue-installed',
    text: "select to_regclass('pgboss.version') is not null as found",
  })
  if (!found?.found) return undefined
  const text = 'select version from pgboss.version'
  return (await queryRow<{ version: number }>({ name: 'queue-version', text }))?.version
}

async function installTask({ name, queue }: RegisteredTask, stored?: StoredQueue): Promise<void> {
  if (!stored) return (await openBoss()).createQueue(name, queue)
  const { retryBackoff: _always, ...settings } = queue
  const same = Object.entries(settings).every(
    ([key, value]) => stored[key as keyof StoredQueue] === value,
  )
  if (!same) await (await openBoss()).updateQueue(name, queue)
}
