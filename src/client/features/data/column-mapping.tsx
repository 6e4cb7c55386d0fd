import { Select } from '#client/ui/select.tsx'
import type { ImportPreview } from '#shared/contract/imports.ts'
import { importColumns, type ImportField, isImportField } from '#shared/rules/import-columns.ts'
import { t, translate } from '#shared/texts/t.ts'

type Props = {
  columns: ImportPreview['columns']
  busy: boolean
  onChange: (fields: (ImportField | null)[]) => void
}

/** The meaning of each column of the file, with three of its cells; empty columns are left out. */
export function ColumnMapping({ columns, busy, onChange }: Props) {
  const options = [
    { value: '', label: t('Do not import') },
    ...importColumns.map(({ field, label }) => ({ value: field, label: translate(label) })),
  ]
  const choose = (at: number, value: string) =>
    onChange(
      columns.map(({ field }, n) => (n === at ? (isImportField(value) ? value : null) : field)),
    )
  const filled = columns.flatMap((column, n) => (column.cells > 0 ? [{ ...column, n }] : []))
  return (
    <section aria-label={t('Columns of the file')} aria-busy={busy || undefined}>
      <h3 className="text-base font-semibold">{t('Columns of the file')}</h3>
      <p className="mt-1 text-sm text-soft">
        {t('Check what each column holds. Your choices are remembered for the next file.')}
      </p>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {filled.map(({ n, letter, header, field, samples }) => {
          const name = header || t('Column {letter}', { letter })
          return (
            <li
              key={letter}
              className="grid gap-x-4 gap-y-2 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)] sm:items-center"
            >
              <div className="min-w-0">
                <p className="font-medium wrap-anywhere">{name}</p>
                <p className="text-sm wrap-anywhere text-soft">
                  {samples.join(' · ') || t('Hidden')}
                </p>
              </div>
              <Select
                aria-label={t('{column} holds', { column: name })}
                options={options}
                value={field ?? ''}
                onChange={({ target }) => choose(n, target.value)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
