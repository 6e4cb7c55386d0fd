import { businessToday } from '#server/base/business-time.ts'
import { happened } from '#server/events/happened.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders } from '#server/http/paging.ts'
import type { audit } from '#shared/contract/audit.ts'
import { auditCsv } from './audit-csv.ts'
import { toEntries } from './queries/entries.ts'
import { countedEntries, findEntries } from './queries.ts'

const pageSize = 100

export const auditRoutes = {
  'GET /api/admin/audit': async ({ query, reply }) => {
    const { rows, next, total } = await findEntries({ ...query, limit: query.limit ?? pageSize })
    setPageHeaders(reply, { total, next }, true, countedEntries)
    return toEntries(rows)
  },

  'GET /api/admin/audit/export': async ({ query, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'audit' } })
    return {
      file: 'csv',
      name: `audit-log-${businessToday()}.csv`,
      text: auditCsv(query),
    }
  },
} satisfies HandlersOf<typeof audit>
