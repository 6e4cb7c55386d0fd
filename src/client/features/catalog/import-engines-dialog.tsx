import { Upload } from 'lucide-react'
import { api } from '#client/app/call.ts'
import { csvBody, CsvFileField, ImportFailure, useCsvPreview } from '#client/app/csv-import.tsx'
import { ExportButton } from '#client/app/export-button.tsx'
import { ImportProblems } from '#client/app/import-problems.tsx'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { EngineImport } from '#shared/contract/engines.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { plural, t } from '#shared/texts/t.ts'

const route = 'POST /api/admin/engines/import'

/** Imports facts for work on engines from a CSV file, after a preview. */
export default function ImportEnginesDialog({ onClose }: { onClose: () => void }) {
  const { file, found, key, request, look, choose, tooLarge } = useCsvPreview((body) =>
    api(route, { query: { dryRun: '1' }, body }),
  )
  const bring = useWrite(route, {
    onSuccess: ({ changed }) => {
      toast({ title: t('Imported'), description: enginesWords(changed) })
      onClose()
    },
  })
  const failed = tooLarge ?? request.error?.message ?? bring.error?.message
  return (
    <Dialog
      size="wide"
      title={t('Import engine facts')}
      description={t(
        'Filters, drain plug and oil light, which the technician sees at the step that needs them. Download your list, fill it in, and upload it as CSV. Empty cells change nothing.',
      )}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            icon={<Upload />}
            pending={bring.isPending}
            disabledReason={
              found ? found.changed === 0 && t('Nothing in this file is new.') : t('Choose a file')
            }
            onClick={() => {
              if (file && !bring.isPending)
                bring.mutate({ query: {}, body: csvBody(file), idempotencyKey: key.current })
            }}
          >
            {t('Import')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <CsvFileField
          onChoose={(chosen) => {
            bring.reset()
            choose(chosen)
          }}
        />
        <div>
          <ExportButton
            size="small"
            url={fileUrls.engineImportTemplate}
            name="engines"
            failed={{ title: t('The list could not be saved') }}
          >
            {t('Download your list')}
          </ExportButton>
        </div>
        {failed && (
          <ImportFailure
            message={failed}
            atImport={bring.error !== null}
            onRetry={file && request.error && (() => look(file))}
          />
        )}
        {request.isPending && <Skeleton lines={4} />}
        {found && <Preview found={found} />}
      </div>
    </Dialog>
  )
}

const enginesWords = (count: number): string =>
  plural(count, { one: '{count} engine with new facts', other: '{count} engines with new facts' })

function Preview({ found: { changed, changes, unchanged, problems } }: { found: EngineImport }) {
  const rest = changed - changes.length
  return (
    <section aria-label={t('What would happen')} className="space-y-4">
      <p role="status" className="font-semibold">
        {[
          enginesWords(changed),
          unchanged > 0 &&
            plural(unchanged, {
              one: '{count} row has nothing new',
              other: '{count} rows have nothing new',
            }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {problems.length > 0 && <ImportProblems problems={problems} />}
      <ul className="divide-y divide-line">
        {changes.map(({ row, engine, changes }) => (
          <li key={row} className="py-2">
            <p className="font-medium wrap-anywhere">{engine}</p>
            <ul className="text-sm">
              {changes.map(({ field, label, from, to }) => (
                <li key={field} className="wrap-anywhere">
                  <span className="text-soft">{label}:</span>{' '}
                  {from === null ? (to ?? '–') : t('{from} → {to}', { from, to: to ?? '–' })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <p className="text-sm text-soft">
          {plural(rest, { one: 'and {count} more', other: 'and {count} more' })}
        </p>
      )}
    </section>
  )
}
