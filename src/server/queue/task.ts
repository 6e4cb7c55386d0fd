import { inLanguage } from '#server/base/language.ts'
import { span } from '#server/base/span.ts'

/** Anything that checks data, such as a zod schema. */
interface DataSchema<Data> {
  parse(data: unknown): Data
}

export interface TaskRun {
  id: string
  /** 0 for the first try. */
  retry: number
  /** Aborted when the task's time is up or the process stops. */
  signal: AbortSignal
}

interface TaskOptions<Data> {
  /** Checks the data when the task is enqueued and again when it runs. */
  schema?: DataSchema<Data>
  /** Tries after the first one; 5 if unset. */
  retryLimit?: number
  /** Seconds before the first retry, doubled for each further one; 5 if unset. */
  retryDelay?: number
  /** Longest wait between two tries, in seconds; an hour if unset. */
  retryDelayMax?: number
  /** Seconds after which a run counts as failed; 60 if unset. */
  expireInSeconds?: number
  /** Runs at the same time in one process; 1 if unset. */
  concurrency?: number
  /** Fetched, run in parallel and settled together, for short tasks that come in bursts; 1 if unset. */
  batch?: number
  /**
   * Throws to retry the task. A task may run twice, so make it safe to repeat. Its language is English unless it sets
   * another.
   */
  handler: (data: Data, run: TaskRun) => Promise<void>
}

/** A kind of background work as seen by its callers: its queue and data. */
export interface NamedTask<Data extends object = object> {
  name: string
  parse: (data: unknown) => Data
}

/** A kind of background work, with a queue of the same name. */
export interface Task<Data extends object = object> extends NamedTask<Data> {
  /** Settings stored with the queue. */
  queue: {
    retryLimit: number
    retryDelay: number
    retryDelayMax: number
    retryBackoff: boolean
    expireInSeconds: number
    notify: boolean
  }
  concurrency: number
  batch: number
  handler: (data: Data, run: TaskRun) => Promise<void>
}

/** A task as the queue sees it: it parses the data before calling the handler. */
export interface RegisteredTask extends Omit<Task, 'parse' | 'handler'> {
  run: (data: unknown, run: TaskRun) => Promise<void>
}

const registry = new Map<string, RegisteredTask>()

/** Names a task defined elsewhere, so it can be enqueued without importing its code. */
export const nameTask = <Data extends object>(
  name: string,
  schema: DataSchema<Data>,
): NamedTask<Data> => ({ name, parse: (data) => schema.parse(data) })

/** Defines a task at import time. Its name is stored in the database: never reuse it for other data. */
export function defineTask<Data extends object>(
  named: string | NamedTask<Data>,
  options: TaskOptions<Data>,
): Task<Data> {
  const { schema } = options
  const { name, parse } =
    typeof named === 'string'
      ? { name: named, parse: (data: unknown) => (schema ? schema.parse(data) : (data as Data)) }
      : named
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`No task name: ${name}`)
  if (registry.has(name)) throw new Error(`There are two tasks named ${name}`)
  const task: Task<Data> = {
    name,
    queue: {
      retryLimit: options.retryLimit ?? 5,
      retryDelay: options.retryDelay ?? 5,
      retryDelayMax: options.retryDelayMax ?? 3600,
      retryBackoff: true,
      expireInSeconds: options.expireInSeconds ?? 60,
      notify: true,
    },
    concurrency: options.concurrency ?? 1,
    batch: options.batch ?? 1,
    parse,
    handler: options.handler,
  }
  const { queue, concurrency, batch } = task
  const run = (data: unknown, context: TaskRun) =>
    inLanguage(null, () =>
      span({ kind: 'task', name }, async () => options.handler(parse(data), context)),
    )
  registry.set(name, { name, queue, concurrency, batch, run })
  return task
}

export function definedTasks(): RegisteredTask[] {
  return [...registry.values()]
}
