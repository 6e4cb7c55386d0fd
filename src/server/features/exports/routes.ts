import { businessToday } from '#server/base/business-time.ts'
import { happened } from '#server/events/happened.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { exports } from '#shared/contract/exports.ts'
import { isOn } from '#shared/contract/fields.ts'
import { exportArchive } from './archive.ts'

export const exportRoutes = {
  'GET /api/admin/export': async ({ person, query }) => {
    const photos = isOn(query.photos)
    await happened({ event: 'data_exported', by: person.id, data: { photos } })
    return {
      file: 'zip',
      name: `all-data-${businessToday()}.zip`,
      bytes: exportArchive({ photos }),
    }
  },
} satisfies HandlersOf<typeof exports>
