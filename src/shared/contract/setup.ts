import * as z from 'zod/mini'
import { setupSteps } from '../rules/setup.ts'
import { endpoints } from './endpoint.ts'

export const SetupStepName = z.enum(setupSteps.map(({ step }) => step))

export const setup = endpoints({
  'GET /api/admin/setup': {
    summary: 'What a new business still has to say or check, in the order in which it is asked',
    allow: ['admin'],
    shows: ['settings', 'service_area', 'technicians', 'jobs'],
    response: z.object({ open: z.array(SetupStepName) }),
  },
})
