import { openBoss } from './boss.ts'
import { definedTasks } from './task.ts'

interface DueTasksOptions {
  /** Also runs tasks due in the future. */
  includeDeferred?: boolean
  /** Leaves failures to retries instead of throwing at the end. */
  tolerateFailures?: boolean
}

/** Runs all due tasks and those they enqueue, here and now; returns their names in order. */
export async function runDueTasks({
  includeDeferred = false,
  tolerateFailures = false,
}: DueTasksOptions = {}): Promise<string[]> {
  const boss = await openBoss()
  const names: string[] = []
  const failures: unknown[] = []
  for (let before = -1; before < names.length;) {
    before = names.length
    for (const task of definedTasks()) {
      const jobs = await boss.fetch(task.name, {
        batchSize: 50,
        ignoreStartAfter: includeDeferred,
        includeMetadata: true,
      })
      // The statement selects the oldest but returns them in any order.
      const oldestFirst = jobs.toSorted((a, b) => +a.createdOn - +b.createdOn)
      for (const { id, data, retryCount } of oldestFirst) {
        names.push(task.name)
        try {
          await task.run(data, { id, retry: retryCount, signal: new AbortController().signal })
          await boss.complete(task.name, id)
        } catch (error) {
          failures.push(error)
          await boss.fail(task.name, id, error instanceof Error ? error : { error })
        }
      }
    }
  }
  if (failures.length === 1 && !tolerateFailures) throw failures[0]
  if (failures.length > 0 && !tolerateFailures) throw new AggregateError(failures, 'Tasks failed')
  return names
}
