import { openBoss } from './boss.ts'
import type { NamedTask, Task } from './task.ts'

interface EnqueueOptions {
  /** Not before this instant. */
  startAfter?: Date | undefined
}

/** Adds a task, in the open transaction if there is one: it exists only if that commits. Returns its id. */
export async function enqueue<Data extends object>(
  task: NamedTask<Data>,
  data: Data,
  options: EnqueueOptions = {},
): Promise<string | null> {
  const boss = await openBoss()
  return boss.send(task.name, task.parse(data), options)
}

/** Adds many tasks of one kind in one statement, in the open transaction if there is one. */
export async function enqueueAll<Data extends object>(
  task: NamedTask<Data>,
  tasks: readonly ({ data: Data } & EnqueueOptions)[],
): Promise<void> {
  if (tasks.length === 0) return
  const boss = await openBoss()
  await boss.insert(
    task.name,
    tasks.map(({ data, startAfter }) => ({
      data: task.parse(data),
      ...(startAfter && { startAfter }),
    })),
  )
}

/** Adds tasks of another database unchanged. */
export async function enqueueAgain(
  tasks: readonly { id: string; name: string; data: object | null; startAfter: string }[],
): Promise<void> {
  const boss = await openBoss()
  for (const [name, own = []] of Object.entries(Object.groupBy(tasks, (task) => task.name)))
    await boss.insert(
      name,
      own.map(({ id, data, startAfter }) => ({
        id,
        ...(data && { data }),
        startAfter: new Date(startAfter),
      })),
    )
}

/** Runs a task repeatedly. `cron` has five fields, in `timeZone`. */
export async function schedule<Data extends object>(
  task: Task<Data>,
  cron: string,
  timeZone: string,
  data: Data,
): Promise<void> {
  const boss = await openBoss()
  await boss.schedule(task.name, cron, task.parse(data), { tz: timeZone })
}
