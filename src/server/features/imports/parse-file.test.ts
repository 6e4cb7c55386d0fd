import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from '#server/http/csv.ts'
import { textOf } from '#server/http/read-csv.ts'
import { visibleText } from '#shared/rules/visible-text.ts'
import { assertImportable, readFile } from './parse-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const bytesOf = (...all: number[]) => Uint8Array.from(all)

test.each([
  ['UTF-8', bytes('José'), 'José'],
  ['UTF-8 with a mark', bytesOf(0xef, 0xbb, 0xbf, ...bytes('José')), 'José'],
  ['Windows-1252', bytesOf(0x4a, 0x6f, 0x73, 0xe9, 0x80), 'José€'],
  ['UTF-16 with a mark', bytesOf(0xff, 0xfe, 0x4a, 0, 0xe9, 0), 'Jé'],
  ['UTF-16 of a large machine', bytesOf(0xfe, 0xff, 0, 0x4a, 0, 0xe9), 'Jé'],
  ['UTF-16 without a mark', bytesOf(0x4a, 0, 0xe9, 0), 'Jé'],
  ['the same of a large machine', bytesOf(0, 0x4a, 0, 0xe9), 'Jé'],
])('%s is read', (_, written, text) => {
  expect(textOf(written).replace(/^\uFEFF/, '')).toBe(text)
})

test.each([
  ['a workbook', bytes('PK\u0003\u0004…'), /save it as CSV/],
  ['an old workbook', bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /save it as CSV/],
  ['an archive', bytesOf(0x1f, 0x8b, 8, 0), /Unpack it/],
  ['something else', bytesOf(1, 0, 2), /not a CSV file/],
])('%s is refused', (_, written, message) => {
  expect(() => textOf(written)).toThrow(message)
})

const cellsOf = async (text: string) => (await readFile(text)).rows.map(({ cells }) => cells)

test.each([
  ['commas', 'Name,Email\nA B,a@b.co'],
  ['semicolons', 'Name;Email\nA B;a@b.co'],
  ['tabs', 'Name\tEmail\nA B\ta@b.co'],
  ['vertical bars', 'Name|Email\nA B|a@b.co'],
  ['Windows lines and a mark', '\uFEFFName,Email\r\nA B,a@b.co\r\n'],
  ['mixed line ends', '\nName,Email\r\nA B,a@b.co\r'],
  ['a title above', 'Customer Contact List\nMy Shop\n\nName,Email\nA B,a@b.co'],
  ['invisible characters', 'Name,Email\n\u200EA B\u200B,a@b.co\uFEFF'],
  ['quotes', '"Name","Email"\n"A B","a@b.co"'],
  ['a line that names the separator', 'sep=;\r\nName;Email\r\nA B;a@b.co'],
  ['blanks and empty lines', '\n Name , Email \n\n A B , a@b.co \n,\n\n'],
])('%s', async (_, text) => {
  expect(await cellsOf(text)).toEqual([['A B', 'a@b.co']])
})

test('figures written as formulas of text are read as the text', async () => {
  const rows = ['Name,Zip,Phone', 'A B,="01001","=""5125550142"""', '"=""C D""",=1+1,="a"&"b"']
  expect(await cellsOf(rows.join('\n'))).toEqual([
    ['A B', '01001', '5125550142'],
    ['C D', '=1+1', '="a"&"b"'],
  ])
})

test('rows are counted like in a spreadsheet', async () => {
  const { rows } = await readFile('Name,Email\n\n"A\nB",a@b.co\nC D,c@d.co')
  expect(rows.map(({ row }) => row)).toEqual([3, 4])
  expect((await readFile('sep=,\nName,Email\nA B,a@b.co')).rows[0]?.row).toBe(3)
})

test('each line may end in its own way', async () => {
  expect(await cellsOf('Name,Email\nA B,a@b.co\r\nC D,c@d.co\rE F,e@f.co\n')).toEqual([
    ['A B', 'a@b.co'],
    ['C D', 'c@d.co'],
    ['E F', 'e@f.co'],
  ])
})

test('the separator is that of the header, whatever the cells contain', async () => {
  expect(await cellsOf('Name;Notes\nA B;one, two, three')).toEqual([['A B', 'one, two, three']])
  expect(await cellsOf('Name\tNotes\nA B\tone; two, three')).toEqual([['A B', 'one; two, three']])
  expect(await cellsOf('Name|Notes\nA B|one; two, three')).toEqual([['A B', 'one; two, three']])
  expect(await cellsOf('Name,Notes\nA B,a|b|c')).toEqual([['A B', 'a|b|c']])
})

test.each([
  ['', 'The file is empty.'],
  ['\n\n', 'The file is empty.'],
  ['Name,Email', 'The file has column names but no rows.'],
  ['a@b.co,A B\nb@c.co,C D', /The first row must name the columns/],
  ['Ann Lee,(512) 555-0142\nMax Roe,5125550143', /The first row must name the columns/],
  ['Name,Email\n"A B,a@b.co\nC D,c@d.co', /row 2 or after it is never closed/],
  ['Name,Email\nA B,a@b.co\nC D,"c@d.co\n', /row 3 or after it/],
])('%j is refused', async (text, message) => {
  await expect(readFile(text)).rejects.toThrow(message)
})

test('a file without a column of names cannot be imported', async () => {
  const file = await readFile('Year,Email\n2018,a@b.co')
  expect(() => assertImportable(file)).toThrow(/No column for the name/)
})

test('exported files are read back unchanged', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((text) => visibleText(text).trim())
    .filter((text) => text.isWellFormed())
  const row = fc.tuple(cell, cell, cell).filter((cells) => cells.some((text) => text !== ''))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const written = csvText(['First name', 'Last name', 'E-mail'], rows)
      expect(await cellsOf(textOf(bytes(written)))).toEqual(rows)
    }),
  )
})
