import type { HandlersOf } from '#server/http/handlers.ts'
import type { catalog } from '#shared/contract/catalog.ts'
import { addonsOnSale, packagesOnSale } from './queries.ts'

export const catalogRoutes = {
  'GET /api/service-packages': () => packagesOnSale(),
  'GET /api/addon-services': () => addonsOnSale(),
} satisfies HandlersOf<typeof catalog>
