import * as z from 'zod/mini'
import { setupSteps } from '../rules/setup.ts'
import { endpoints } from './endpoint.ts'

export const SetupStepName = z.enum(setupSteps.map(({ step }) => step))

export const setup = endpoints({
  'GET /api/admin/setup': {
    summary: 'Open setup steps of a new business, in order',
    allow: ['admin'],
    shows: ['settings', 'service_area', 'technicians', 'jobs', 'stock'],
    response: z.object({ open: z.array(SetupStepName) }),
  },
})
