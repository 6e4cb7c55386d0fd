import type { Job, PgBoss } from 'pg-boss'
import { forgetBoss, openBoss, usedBoss } from './boss.ts'
import { definedTasks } from './task.ts'
import type { RegisteredTask } from './task.ts'

type ProblemReport = (where: string, problem: unknown) => void

let running: PgBoss | undefined

/** Starts to work on tasks. Call it when the server listens already: it loads pg-boss. */
export async function startQueue(report: ProblemReport): Promise<void> {
  const boss = await openBoss()
  boss.on('error', (error) => report('the task queue', error))
  await boss.start()
  running = boss
  await forgetOldSchedules(boss)
  for (const task of definedTasks()) {
    for (let n = 0; n < task.concurrency; n++) await startWorker(boss, task, report)
  }
}

async function startWorker(boss: PgBoss, task: RegisteredTask, report: ProblemReport) {
  const worker = await boss.work(
    task.name,
    {
      pollingIntervalSeconds: 2,
      // The relaxed default of 30 s would also delay retries and tasks that start later.
      notifyPollingIntervalSeconds: 2,
    },
    async (jobs) => {
      await Promise.all(jobs.map((job) => runTask(task, job, report)))
      // There may be more: without this it would do one task and then wait for two seconds.
      boss.notifyWorker(worker)
    },
  )
}

/** Lets the tasks that run finish, for at most 20 s, and takes no new ones. */
export async function stopQueue(): Promise<void> {
  const boss = running ?? (await usedBoss())
  running = undefined
  forgetBoss()
  await boss?.stop({ graceful: true, timeout: 20_000 })
}

async function runTask(
  task: RegisteredTask,
  job: Job<unknown>,
  report: ProblemReport,
): Promise<void> {
  try {
    await task.run(job.data, { id: job.id, retry: job.retryCount, signal: job.signal })
  } catch (error) {
    report(`task ${task.name} ${job.id}`, error)
    throw error
  }
}

// A schedule stays in the database when a later version has no such task any more.
async function forgetOldSchedules(boss: PgBoss): Promise<void> {
  const known = new Set(definedTasks().map((task) => task.name))
  for (const { name, key } of await boss.getSchedules()) {
    if (!known.has(name)) await boss.unschedule(name, key)
  }
}
