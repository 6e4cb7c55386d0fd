import { businessToday } from '#server/base/business-time.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { ownData } from '#shared/contract/own-data.ts'
import { deleteOwnAccount } from './actions/delete-own-account.ts'
import { ownDataOf } from './queries.ts'

export const ownDataRoutes = {
  'GET /api/account/data': ({ person, reply }) => {
    const name = `fivequart-my-data-${businessToday()}.json`
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return ownDataOf(person.id)
  },

  'DELETE /api/auth/user': ({ person, body }) => deleteOwnAccount(person.id, body.confirm),
} satisfies HandlersOf<typeof ownData>
