import type { team } from '#shared/contract/team.ts'
import { NotFound } from '#server/http/errors.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { addToTeam, removeFromTeam } from './actions/team.ts'
import { officeTeam } from '#server/features/accounts/queries.ts'

export const teamRoutes = {
  'GET /api/admin/team': () => officeTeam(),

  'POST /api/admin/team': async ({ person, body }) => {
    const { id } = await addToTeam(body, person.id)
    const added = (await officeTeam()).find((member) => member.id === id)
    if (!added) throw new NotFound()
    return added
  },

  'DELETE /api/admin/team/{id}': async ({ person, params, query }) => {
    await removeFromTeam(params.id, query.to, person.id)
    return { success: true }
  },
} satisfies HandlersOf<typeof team>
