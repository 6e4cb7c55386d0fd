import { maskCardNumbers } from '#server/http/card-numbers.ts'
import { csvText } from '#server/http/csv.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import { isOn } from '#shared/contract/fields.ts'
import type { imports } from '#shared/contract/imports.ts'
import { type ImportField, isImportField, templateColumns } from '#shared/rules/import-columns.ts'
import { previewImport } from './actions/preview-import.ts'
import { startImport } from './actions/start-import.ts'
import { undoImport } from './actions/undo-import.ts'
import { importById, lastImports, mendFile } from './queries.ts'

export const importRoutes = {
  'POST /api/admin/import': async ({ person, query, body, request }) => {
    const chosen = chosenColumns(query.columns)
    if (isOn(query.dryRun)) return { preview: await previewImport(body, chosen), import: null }
    const key = request.headers['idempotency-key']
    const id = await startImport(person, body, {
      fileName: maskCardNumbers(query.name?.trim() || 'customers.csv'),
      ...(chosen && { chosen }),
      ...(typeof key === 'string' && { key }),
    })
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

  'GET /api/admin/imports/{id}/mend': async ({ params }) => ({
    file: 'csv',
    name: 'rows-to-mend.csv',
    text: await mendFile(params.id),
  }),

  'GET /api/admin/imports': () => lastImports(),

  'POST /api/admin/imports/{id}/undo': async ({ person, params }) => {
    await undoImport(person, params.id)
    return importById(params.id)
  },
} satisfies HandlersOf<typeof imports>

/** The fields of columns as the query lists them; unknown ones are not imported. */
const chosenColumns = (columns: string | undefined): (ImportField | null)[] | undefined =>
  columns?.split(',').map((field) => (isImportField(field) ? field : null))
