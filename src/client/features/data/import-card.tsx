import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { api } from '#client/app/call.ts'
import {
  csvBody,
  CsvFileField,
  ImportFailure,
  importMegabytes,
  useCsvPreview,
} from '#client/app/csv-import.tsx'
import { ExportButton } from '#client/app/export-button.tsx'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ImportPreview as Preview } from '#shared/contract/imports.ts'
import { maxImportRows } from '#shared/rules/imports.ts'
import type { ImportField } from '#shared/rules/import-columns.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { ColumnMapping } from './column-mapping.tsx'
import { addedWords } from './import-history.tsx'
import { ImportPreview } from './import-preview.tsx'

/** Previews a file, then imports it on confirmation. */
export function ImportCard() {
  const input = useRef<HTMLInputElement>(null)
  // Guards against a second press before the button updates.
  const importing = useRef(false)
  const { file, found, setFound, key, request, look, choose, clear, tooLarge } =
    useCsvPreview(preview)
  const bring = useWrite('POST /api/admin/import', {
    onSettled: () => {
      importing.current = false
    },
    onSuccess: ({ import: made }) => {
      toast(
        made?.state === 'running'
          ? { title: t('The import continues in the background') }
          : { title: t('Imported'), description: made ? addedWords(made.counts) : undefined },
      )
      reset()
    },
  })
  const reset = () => {
    clear()
    if (input.current) input.current.value = ''
  }
  const lookAgain = (of: File, columns?: (ImportField | null)[]) => {
    bring.reset()
    look(of, columns)
  }
  const fieldsOf = ({ columns }: Preview) => columns.map(({ field }) => field)
  const failed = tooLarge ?? request.error?.message ?? bring.error?.message
  return (
    <Card
      title={t('Import customers')}
      action={
        <ExportButton
          size="small"
          url={fileUrls.importTemplate}
          name="customers-template"
          failed={{ title: t('The template could not be saved') }}
        >
          {t('Template')}
        </ExportButton>
      }
    >
      <div className="space-y-4">
        <p className="text-soft">
          {t(
            'A CSV file from your old program or spreadsheet: customers, cars, addresses, or one row for each past service. The first row names the columns, and you choose what each one holds. At most {rows} rows and {megabytes} MB.',
            { rows: formatNumber(maxImportRows), megabytes: importMegabytes },
          )}
        </p>
        <CsvFileField
          ref={input}
          onChoose={(chosen) => {
            bring.reset()
            choose(chosen)
          }}
        />
        {failed && (
          <ImportFailure
            message={failed}
            atImport={bring.error !== null}
            onRetry={
              file && !tooLarge && (() => lookAgain(file, found ? fieldsOf(found) : undefined))
            }
          />
        )}
        {request.isPending && !found && <Skeleton lines={5} />}
        {file && found && (
          <ColumnMapping
            columns={found.columns}
            busy={request.isPending}
            onChange={(columns) => {
              setFound({
                ...found,
                columns: found.columns.map((one, n) => ({ ...one, field: columns[n] ?? null })),
              })
              lookAgain(file, columns)
            }}
          />
        )}
        {file && found && request.isPending && (
          <p role="status" className="text-sm text-soft">
            {plural(found.rows, {
              one: 'Checking {count} row…',
              other: 'Checking {count} rows…',
            })}
          </p>
        )}
        {file && found && !request.isPending && (
          <ImportPreview
            preview={found}
            actions={
              <div className="space-y-2">
                <div className="flex flex-wrap gap-2">
                  <Button
                    variant="primary"
                    icon={<Upload />}
                    pending={bring.isPending}
                    disabledReason={isNothingNew(found.counts) && nothingNew(found.counts)}
                    onClick={() => {
                      if (importing.current) return
                      importing.current = true
                      bring.mutate({
                        query: {
                          name: file.name.slice(0, 200),
                          columns: columnsQuery(fieldsOf(found)),
                        },
                        body: csvBody(file),
                        idempotencyKey: key.current,
                      })
                    }}
                  >
                    {plural(found.rows - found.counts.badRows, {
                      one: 'Import {count} row',
                      other: 'Import {count} rows',
                    })}
                  </Button>
                  <Button onClick={reset}>{t('Cancel')}</Button>
                </div>
                <p className="text-sm text-soft">
                  {t(
                    'No one gets an e-mail or a text, and no money moves. Existing customers only get what they lack. You can undo an import.',
                  )}
                </p>
              </div>
            }
          />
        )}
      </div>
    </Card>
  )
}

const columnsQuery = (fields: readonly (ImportField | null)[]) =>
  fields.map((field) => field ?? '').join(',')

async function preview(body: Blob, columns?: readonly (ImportField | null)[]): Promise<Preview> {
  const answer = await api('POST /api/admin/import', {
    query: { dryRun: '1', ...(columns && { columns: columnsQuery(columns) }) },
    body,
  })
  if (!answer.preview) throw new Error('The server has not looked at the file.')
  return answer.preview
}

const isNothingNew = (counts: Preview['counts']): boolean =>
  counts.newCustomers + counts.newVehicles + counts.newPlaces + counts.newVisits === 0

const nothingNew = ({ badRows, matchedCustomers }: Preview['counts']): string =>
  badRows > 0 && matchedCustomers === 0
    ? t('Every row has a problem.')
    : t('Nothing in this file is new.')
