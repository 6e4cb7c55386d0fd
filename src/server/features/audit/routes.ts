import { businessToday } from '#server/base/business-time.ts'
import { inLanguage } from '#server/base/language.ts'
import { happened } from '#server/events/happened.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { setPageHeaders } from '#server/http/paging.ts'
import type { audit } from '#shared/contract/audit.ts'
import { currentLanguage } from '#shared/texts/t.ts'
import { auditCsv } from './audit-csv.ts'
import { toEntries } from './entries.ts'
import { countedEntries, findEntries, nextEntries, type WantedEntries } from './queries.ts'

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
      // Whose language it is in is not known any more once it is written.
      text: auditCsv(allEntries(query, currentLanguage())),
    }
  },
} satisfies HandlersOf<typeof audit>

const exportedAtOnce = 2000

/** Everything that is found, many entries at a time. */
async function* allEntries(wanted: Omit<WantedEntries, 'cursor'>, language: string) {
  let cursor: string | undefined
  do {
    const page = await inLanguage(language, async () => {
      const { rows, next } = await nextEntries({ ...wanted, cursor, limit: exportedAtOnce })
      return { entries: await toEntries(rows), next }
    })
    yield page.entries
    cursor = page.next
  } while (cursor)
}
