import type { FastifyReply } from 'fastify'
import { currentSettings, settingsVersion } from '#server/base/current-settings.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setVersion, wantedVersion } from '#server/http/versions.ts'
import type { adminSettings } from '#shared/contract/settings.ts'
import { changeSettings } from './actions/change-settings.ts'
import { undoChange } from './actions/undo-change.ts'
import { shownChanges } from './queries/setting-changes.ts'

export const settingsRoutes = {
  'GET /api/admin/settings': ({ reply }) => sendSettings(reply),

  'PUT /api/admin/settings': async ({ body, person, request, reply }) => {
    await changeSettings(body, person.id, { seen: wantedVersion(request) })
    return sendSettings(reply)
  },

  'GET /api/admin/settings/changes': ({ query }) => shownChanges(query.before),

  'POST /api/admin/settings/changes/{id}/undo': async ({ params, person }) => {
    await undoChange(params.id, person.id)
    return { success: true as const }
  },
} satisfies HandlersOf<typeof adminSettings>

function sendSettings(reply: FastifyReply) {
  const version = settingsVersion()
  setVersion(reply, version)
  return { ...currentSettings(), version }
}
