import { z } from 'zod'
import { defineTask } from '#server/queue/task.ts'
import { updateOilData } from './actions/update-oil-data.ts'

/** Queued after the office changes an engine. */
export const updateOilDataTask = defineTask('update-oil-data', {
  schema: z.object({ makes: z.array(z.string()) }),
  expireInSeconds: 900,
  handler: ({ makes }) => updateOilData(makes),
})
