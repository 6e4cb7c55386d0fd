import { z } from 'zod'
import { defineTask } from './task.ts'

/** Kills the process that runs it. */
export const poisonTask = defineTask('test-poison', {
  schema: z.object({ by: z.enum(['kill', 'memory']) }),
  retryLimit: 2,
  retryDelay: 1,
  expireInSeconds: 2,
  handler: async ({ by }) => {
    if (by === 'kill') process.kill(process.pid, 'SIGKILL')
    for (const filled: number[][] = []; ;) filled.push(Array.from({ length: 100_000 }, Math.random))
  },
})

export const harmlessTask = defineTask('test-harmless', {
  schema: z.object({ n: z.int() }),
  retryLimit: 20,
  expireInSeconds: 2,
  handler: async () => {},
})
