import { currentSettings } from '#server/base/current-settings.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { adminSettings } from '#shared/contract/settings.ts'
import { changeSettings } from './actions/change-settings.ts'

export const settingsRoutes = {
  'GET /api/admin/settings': () => currentSettings(),

  'PUT /api/admin/settings': async ({ body, person }) => {
    await changeSettings(body, person.id)
    return currentSettings()
  },
} satisfies HandlersOf<typeof adminSettings>
