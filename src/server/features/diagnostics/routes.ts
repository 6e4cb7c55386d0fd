import type { HandlersOf } from '#server/http/handlers.ts'
import type { diagnostics } from '#shared/contract/diagnostics.ts'
import { NotFound } from '#server/http/errors.ts'
import { failedTasks, retryTask } from '#server/queue/failed-tasks.ts'
import { type SystemOptions, systemState } from './queries.ts'

export const diagnosticRoutes = (options: SystemOptions): HandlersOf<typeof diagnostics> => ({
  'GET /api/admin/system': () => systemState(options),
  'GET /api/admin/failed-tasks': () => failedTasks(),
  'POST /api/admin/failed-tasks/{id}/retry': async ({ params }) => {
    if (!(await retryTask(params.id))) throw new NotFound()
    return { retried: true }
  },
})
