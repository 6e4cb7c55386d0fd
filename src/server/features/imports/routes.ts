import { maskCardNumbers } from '#server/http/card-numbers.ts'
import { csvText } from '#server/http/csv.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { isOn } from '#shared/contract/fields.ts'
import type { imports } from '#shared/contract/imports.ts'
import { templateColumns } from '#shared/rules/imports.ts'
import { previewImport } from './actions/preview-import.ts'
import { startImport } from './actions/start-import.ts'
import { undoImport } from './actions/undo-import.ts'
import { importById, lastImports } from './queries.ts'

export const importRoutes = {
  'POST /api/admin/import': async ({ person, query, body, request }) => {
    if (isOn(query.dryRun)) return { preview: await previewImport(body), import: null }
    const key = request.headers['idempotency-key']
    const id = await startImport(
      person,
      body,
      maskCardNumbers(query.name?.trim() || 'customers.csv'),
      typeof key === 'string' ? key : undefined,
    )
    return { preview: null, import: await importById(id) }
  },

  'GET /api/admin/import/template': () => ({
    file: 'csv',
    name: 'customers-template.csv',
    // In English, like the column names an import recognizes.
    text: csvText(
      templateColumns.map(({ label }) => label),
      [],
    ),
  }),

  'GET /api/admin/imports': () => lastImports(),

  'POST /api/admin/imports/{id}/undo': async ({ person, params }) => {
    await undoImport(person, params.id)
    return importById(params.id)
  },
} satisfies HandlersOf<typeof imports>
