import type { ImportField } from '#shared/rules/import-columns.ts'
import type { ImportProblem } from '#shared/rules/imports.ts'
import { text, translate } from '#shared/texts/t.ts'
import { headerOf, type ImportFile } from './parse-file.ts'

const encodingPlease = text('The file was saved in another encoding. Please save it as UTF-8.')
/** What people and programs write into an empty cell. */
const blank =
  /^(?:n\/?a|none|nan|no e-?mail|no plates?|null|undefined|unknown|tbd|ningun[ao]|no tiene|sin (?:correo|placas?)|#(?:n\/a|ref!|value!|name\?|num!|null!|div\/0!)|-+|\.+|\?+)$/i

/** A row's filled cells by what they hold; fields with several columns list them in order. */
export type Cells = {
  first: (field: ImportField) => string
  all: (field: ImportField) => { header: string; cell: string }[]
  /** Skips a cell or adds a note about it; reported at `column`, else at the field's first column. */
  refuse: (
    field: ImportField,
    message: string,
    options?: { kind?: 'cell' | 'note'; column?: string },
  ) => void
}

/** Reads the cells of a row; skipped ones are added to `problems`. */
export function cellsOf(
  { columns }: ImportFile,
  row: number,
  cells: readonly string[],
  problems: ImportProblem[],
): Cells {
  const found = new Map<ImportField, { header: string; cell: string }[]>()
  columns.forEach(({ header, field }, n) => {
    // Programs mark figures as text with an apostrophe.
    const cell = cells[n]?.replace(/^'(?=[\d+(])/, '')
    if (!field || !cell || blank.test(cell)) return
    // The replacement character: a program could not read this letter.
    if (cell.includes('\uFFFD'))
      problems.push({ kind: 'cell', row, column: header, message: translate(encodingPlease) })
    else found.set(field, [...(found.get(field) ?? []), { header, cell }])
  })
  const all = (field: ImportField) => found.get(field) ?? []
  return {
    all,
    first: (field) => all(field)[0]?.cell ?? '',
    refuse: (field, said, { kind = 'cell', column: named } = {}) => {
      const column = named ?? all(field)[0]?.header ?? headerOf({ columns }, field)
      const message = translate(said)
      if (!problems.some((one) => one.column === column && one.message === message))
        problems.push({ kind, row, column, message })
    },
  }
}
