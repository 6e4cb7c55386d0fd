import { searchCustomers } from '#server/features/customers/queries/search-customers.ts'
import { searchJobs } from '#server/features/jobs/queries/search-jobs.ts'
import { searchTechnicians } from '#server/features/technicians/queries.ts'
import { searchVehicles } from '#server/features/vehicles/queries/search-vehicles.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { search } from '#shared/contract/search.ts'

const shownOfEach = 5
const minLetters = 2

export const searchRoutes = {
  'GET /api/admin/search': async ({ query: { q } }) => {
    if (q.replace(/[^\p{L}\p{N}]/gu, '').length < minLetters)
      return { customers: [], vehicles: [], jobs: [], technicians: [] }
    const [customers, vehicles, jobs, technicians] = await Promise.all([
      searchCustomers(q, shownOfEach),
      searchVehicles(q, shownOfEach),
      searchJobs(q, shownOfEach),
      searchTechnicians(q, shownOfEach),
    ])
    return { customers, vehicles, jobs, technicians }
  },
} satisfies HandlersOf<typeof search>
