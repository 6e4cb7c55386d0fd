import { useMutation } from '@tanstack/react-query'
import { type Ref, useId, useRef, useState } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { controlStyle } from '#client/ui/field.tsx'
import { maxImportBytes } from '#shared/rules/imports.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { CallError } from './call.ts'
import { newActionKey } from './queries.ts'

export const importMegabytes = maxImportBytes / 1024 / 1024

/** The body to upload; some systems don't recognize CSV files. */
export const csvBody = (file: File): Blob => new Blob([file], { type: 'text/csv' })

/** The problem with a file's size; null if it may be uploaded. */
const csvTooLarge = (file: File | null): string | null =>
  file && file.size > maxImportBytes
    ? t('This file is larger than {megabytes} MB. Please split it.', { megabytes: importMegabytes })
    : null

/** Chooses a CSV file; `ref` to clear it. */
export function CsvFileField({
  ref,
  onChoose,
}: {
  ref?: Ref<HTMLInputElement>
  onChoose: (file: File | null) => void
}) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {t('CSV file')}
      </label>
      <input
        ref={ref}
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        className={controlStyle}
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </div>
  )
}

/**
 * Previews a CSV file when it is chosen, and again by `look` with other `options`. `key` identifies the newest preview and its
 * import: answers to earlier requests are ignored, and a second press or a retry is the same import.
 */
export function useCsvPreview<Found, Options = never>(
  preview: (body: Blob, options: Options | undefined) => Promise<Found>,
) {
  const key = useRef('')
  const [file, setFile] = useState<File | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const request = useMutation<Found, CallError, Upload<Options>>({
    mutationFn: ({ file, options }) => preview(csvBody(file), options),
    onSuccess: (answer, upload) => {
      if (upload.key === key.current) setFound(answer)
    },
  })
  const look = (chosen: File, options?: Options) => {
    key.current = newActionKey()
    request.mutate({ file: chosen, options, key: key.current })
  }
  const clear = () => {
    key.current = ''
    request.reset()
    setFound(null)
    setFile(null)
  }
  const choose = (chosen: File | null) => {
    clear()
    setFile(chosen)
    if (chosen && !csvTooLarge(chosen)) look(chosen)
  }
  return { file, found, setFound, key, request, look, choose, clear, tooLarge: csvTooLarge(file) }
}

type Upload<Options> = { file: File; options: Options | undefined; key: string }

interface ImportFailureProps {
  message: string
  /** The file was previewed, but not imported. */
  atImport: boolean
  onRetry: (() => void) | false | null
}

export function ImportFailure({ message, atImport, onRetry }: ImportFailureProps) {
  return (
    <Banner
      tone="error"
      live
      title={atImport ? t('Not imported') : t('This file cannot be imported')}
      action={onRetry ? <SmallButton onClick={onRetry}>{t('Try again')}</SmallButton> : undefined}
    >
      {translate(message)}
    </Banner>
  )
}
