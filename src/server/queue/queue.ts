import type { Job, JobResult, PgBoss } from 'pg-boss'
import { engine, queryRows } from '../database/database.ts'
import { dropBoss, openBoss, usedBoss } from './boss.ts'
import { definedTasks, type RegisteredTask } from './task.ts'

type ProblemReport = (where: string, problem: unknown) => void

let running: PgBoss | undefined

/** Starts working on tasks, or throws and may be called again. Call it once the server listens: it loads pg-boss. */
export async function startQueue(report: ProblemReport): Promise<void> {
  const boss = await openBoss()
  boss.on('error', (error) => report('the task queue', error))
  try {
    await boss.start()
    // No other process can be running; on a server its lease has to expire first.
    if (engine() === 'embedded') await queryRows(takeBackStatement)
    await removeOldSchedules(boss)
    for (const task of definedTasks()) {
      for (let n = 0; n < task.concurrency; n++) await startWorker(boss, task, report)
    }
    running = boss
  } catch (error) {
    // A half-opened one would block the next try.
    dropBoss()
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
}

/**
 * Takes back the tasks of a killed process: at once the first time, then with the delay of a failure, since the task may be
 * what kills. A task that has used up its tries waits for its end.
 */
const takeBackStatement = {
  name: 'take-back-tasks',
  text: `update pgboss.job set state = 'retry', start_after = now() + case when retry_count > 0
      then make_interval(secs => least(retry_delay * 2 ^ retry_count, retry_delay_max)) else interval '0' end
    where state = 'active' and retry_count < retry_limit`,
}

async function startWorker(boss: PgBoss, task: RegisteredTask, report: ProblemReport) {
  const worker = await boss.work(
    task.name,
    {
      batchSize: task.batch,
      perJobResults: true,
      pollingIntervalSeconds: 2,
      // The default of 30 s would also delay retries and tasks that start later.
      notifyPollingIntervalSeconds: 2,
    },
    async (jobs: Job[]) => {
      const start = performance.now()
      const results = await Promise.all(jobs.map((job) => runTask(task, job, report)))
      // There may be more, which it would otherwise notice two seconds later. It pauses nineteen times as long as it worked,
      // so requests come first.
      const rest = 19 * (performance.now() - start)
      if (rest < 2000) setTimeout(() => boss.notifyWorker(worker), rest).unref()
      return results
    },
  )
}

/** Lets running tasks finish for at most 20 s and starts no new ones. */
export async function stopQueue(): Promise<void> {
  const boss = running ?? (await usedBoss())
  running = undefined
  dropBoss()
  await boss?.stop({ graceful: true, timeout: 20_000 })
}

async function runTask(
  task: RegisteredTask,
  { id, data, retryCount, signal }: Job<unknown>,
  report: ProblemReport,
): Promise<JobResult> {
  try {
    await task.run(data, { id, retry: retryCount, signal })
    return { id, status: 'completed' }
  } catch (error) {
    report(`task ${task.name} ${id}`, error)
    return { id, status: 'failed', output: error }
  }
}

// A schedule stays in the database when a later version drops its task.
async function removeOldSchedules(boss: PgBoss): Promise<void> {
  const known = new Set(definedTasks().map((task) => task.name))
  for (const { name, key } of await boss.getSchedules()) {
    if (!known.has(name)) await boss.unschedule(name, key)
  }
}
