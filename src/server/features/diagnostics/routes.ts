import type { HandlersOf } from '#server/http/handlers.ts'
import type { diagnostics } from '#shared/contract/diagnostics.ts'
import { systemState } from './queries.ts'

export const diagnosticRoutes = {
  'GET /api/admin/system': () => systemState(),
} satisfies HandlersOf<typeof diagnostics>
