import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, type CallError } from '#client/app/call.ts'
import { csvBody, CsvFileField, csvTooLarge } from '#client/app/csv-file-field.tsx'
import { ExportButton } from '#client/app/export-button.tsx'
import { ImportProblems } from '#client/app/import-problems.tsx'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { EngineImport } from '#shared/contract/engines.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

type Chosen = { file: File; key: string }

/** Imports what work on engines needs to know from a CSV file, after a preview. */
export default function ImportEnginesDialog({ onClose }: { onClose: () => void }) {
  // Per file, so that an answer about an earlier file is ignored, and a retry is the same import.
  const current = useRef('')
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const [found, setFound] = useState<EngineImport | null>(null)
  const look = useMutation<EngineImport, CallError, Chosen>({
    mutationFn: ({ file }) =>
      api('POST /api/admin/engines/import', { query: { dryRun: '1' }, body: csvBody(file) }),
    onSuccess: (answer, { key }) => {
      if (key === current.current) setFound(answer)
    },
  })
  const bring = useWrite('POST /api/admin/engines/import', {
    onSuccess: ({ changed }) => {
      toast({ title: t('Imported'), description: enginesWords(changed) })
      onClose()
    },
  })
  const choose = (file: File | null) => {
    const refused = csvTooLarge(file)
    current.current = newActionKey()
    look.reset()
    bring.reset()
    setFound(null)
    setTooLarge(refused)
    const next = file && !refused ? { file, key: current.current } : null
    setChosen(next)
    if (next) look.mutate(next)
  }
  const failed = tooLarge ?? look.error?.message ?? bring.error?.message
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
              if (chosen && !bring.isPending)
                bring.mutate({
                  query: {},
                  body: csvBody(chosen.file),
                  idempotencyKey: chosen.key,
                })
            }}
          >
            {t('Import')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <CsvFileField onChoose={choose} />
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
          <Banner
            tone="error"
            live
            title={bring.error ? t('Not imported') : t('This file cannot be imported')}
            action={
              chosen && look.error ? (
                <SmallButton onClick={() => look.mutate(chosen)}>{t('Try again')}</SmallButton>
              ) : undefined
            }
          >
            {translate(failed)}
          </Banner>
        )}
        {look.isPending && <Skeleton lines={4} />}
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
