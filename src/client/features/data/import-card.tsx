import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { api, type CallError } from '#client/app/call.ts'
import { ExportButton } from '#client/app/export-button.tsx'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { controlStyle } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { ImportPreview as Preview } from '#shared/contract/imports.ts'
import { maxImportBytes, maxImportRows } from '#shared/rules/imports.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { ImportPreview } from './import-preview.tsx'

const megabytes = maxImportBytes / 1024 / 1024

// Some systems don't recognize CSV files.
const sent = (file: File) => new Blob([file], { type: 'text/csv' })

/** Previews a file, then imports it on confirmation. */
export function ImportCard() {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Per file, so a second press or a retry is the same import.
  const key = useRef('')
  // Guards against a second press before the button updates.
  const importing = useRef(false)
  const [file, setFile] = useState<File | null>(null)
  const look = useMutation<Awaited<ReturnType<typeof preview>>, CallError, File>({
    mutationFn: preview,
  })
  const bring = useWrite('POST /api/admin/import', {
    onSettled: () => {
      importing.current = false
    },
    onSuccess: ({ import: made }) => {
      toast(
        made?.state === 'running'
          ? { title: t('The import continues in the background') }
          : { title: t('Imported'), description: addedWords(made?.counts.newCustomers ?? 0) },
      )
      reset()
    },
  })
  const reset = () => {
    setFile(null)
    look.reset()
    if (input.current) input.current.value = ''
  }
  const choose = (chosen: File | null) => {
    bring.reset()
    look.reset()
    setFile(chosen)
    key.current = newActionKey()
    if (chosen && chosen.size <= maxImportBytes) look.mutate(chosen)
  }
  const tooLarge =
    file && file.size > maxImportBytes
      ? t('This file is larger than {megabytes} MB. Please split it.', { megabytes })
      : null
  const failed = tooLarge ?? look.error?.message ?? bring.error?.message
  const found = look.data
  return (
    <Card
      title={t('Import customers')}
      action={
        <ExportButton
          size="small"
          url={paths.importTemplate}
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
            'A CSV file with one row per car: names, e-mail or phone, address, and the car if you have it. The first row names the columns; common names are recognized. At most {rows} rows and {megabytes} MB.',
            { rows: formatNumber(maxImportRows), megabytes },
          )}
        </p>
        <div>
          <label htmlFor={id} className="mb-1 block font-medium">
            {t('CSV file')}
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className={controlStyle}
            onChange={(event) => choose(event.target.files?.[0] ?? null)}
          />
        </div>
        {failed && (
          <Banner
            tone="error"
            live
            title={bring.error ? t('Not imported') : t('This file cannot be imported')}
            action={
              file && !tooLarge ? (
                <SmallButton onClick={() => choose(file)}>{t('Try again')}</SmallButton>
              ) : undefined
            }
          >
            {translate(failed)}
          </Banner>
        )}
        {look.isPending && <Skeleton lines={5} />}
        {file && found && (
          <ImportPreview
            preview={found}
            actions={
              <div className="space-y-2">
                <div className="flex flex-wrap gap-2">
                  <Button
                    variant="primary"
                    icon={<Upload />}
                    pending={bring.isPending}
                    disabledReason={
                      found.counts.newCustomers + found.counts.newVehicles === 0 &&
                      nothingNew(found.counts)
                    }
                    onClick={() => {
                      if (importing.current) return
                      importing.current = true
                      bring.mutate({
                        query: { name: file.name.slice(0, 200) },
                        body: sent(file),
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
                    'No one gets an e-mail or a text. People already known by e-mail or phone stay unchanged. You can undo an import.',
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

async function preview(file: File) {
  const answer = await api('POST /api/admin/import', { query: { dryRun: '1' }, body: sent(file) })
  if (!answer.preview) throw new Error('The server has not looked at the file.')
  return answer.preview
}

const nothingNew = ({ badRows, matchedCustomers }: Preview['counts']): string =>
  badRows > 0 && matchedCustomers === 0
    ? t('Every row has a problem.')
    : t('Nothing in this file is new.')

const addedWords = (customers: number): string =>
  plural(customers, { one: '{count} new customer', other: '{count} new customers' })
