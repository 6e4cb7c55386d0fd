import { currentSettings } from '#server/base/current-settings.ts'
import { settingChangesBefore } from '#server/features/changes/queries.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { adminSettings } from '#shared/contract/settings.ts'
import { changeSettings } from './actions/change-settings.ts'
import { undoChange } from './actions/undo-change.ts'

export const settingsRoutes = {
  'GET /api/admin/settings': () => currentSettings(),

  'PUT /api/admin/settings': async ({ body, person }) => {
    await changeSettings(body, person.id)
    return currentSettings()
  },

  'GET /api/admin/settings/changes': ({ query }) => settingChangesBefore(query.before),

  'POST /api/admin/settings/changes/{id}/undo': async ({ params, person }) => {
    await undoChange(params.id, person.id)
    return { success: true as const }
  },
} satisfies HandlersOf<typeof adminSettings>
