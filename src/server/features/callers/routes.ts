import { customerById } from '#server/features/customers/queries.ts'
import { jobsOf } from '#server/reads/newest-jobs.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { callers } from '#shared/contract/callers.ts'
import { bookForCaller, prepareBooking, type PreparedBooking } from './actions/book-for-caller.ts'
import { callersById, findCallers } from './queries.ts'

const visitsShown = 50

export const callerRoutes = {
  'GET /api/admin/callers': ({ query }) => findCallers(query.q),

  'GET /api/admin/callers/{id}': async ({ person, params: { id } }) => {
    await customerById(id)
    const [[caller], visits] = await Promise.all([
      callersById([id]),
      jobsOf(person, id, visitsShown),
    ])
    if (!caller) throw new Error('The customer was deleted in the meantime.')
    return { caller, visits }
  },

  'POST /api/admin/bookings': {
    prepare: ({ body }) => prepareBooking(body),
    act: ({ person, body }, prepared) => bookForCaller(person, body, prepared as PreparedBooking),
  },
} satisfies HandlersOf<typeof callers>
