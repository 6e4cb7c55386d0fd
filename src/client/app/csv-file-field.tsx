import { type Ref, useId } from 'react'
import { controlStyle } from '#client/ui/field.tsx'
import { maxImportBytes } from '#shared/rules/imports.ts'
import { t } from '#shared/texts/t.ts'

export const importMegabytes = maxImportBytes / 1024 / 1024

/** The body to upload; some systems don't recognize CSV files. */
export const csvBody = (file: File): Blob => new Blob([file], { type: 'text/csv' })

/** The problem with a file's size; null if it may be uploaded. */
export const csvTooLarge = (file: File | null): string | null =>
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
