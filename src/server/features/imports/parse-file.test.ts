import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from '#server/http/csv.ts'
import { readFile, textOf } from './parse-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const bytesOf = (...all: number[]) => Uint8Array.from(all)

test.each([
  ['UTF-8', bytes('José'), 'José'],
  ['UTF-8 with a mark', bytesOf(0xef, 0xbb, 0xbf, ...bytes('José')), 'José'],
  ['Windows-1252', bytesOf(0x4a, 0x6f, 0x73, 0xe9, 0x80), 'José€'],
  ['UTF-16 with a mark', bytesOf(0xff, 0xfe, 0x4a, 0, 0xe9, 0), 'Jé'],
  ['UTF-16 of a large machine', bytesOf(0xfe, 0xff, 0, 0x4a, 0, 0xe9), 'Jé'],
])('%s is read', (_, written, text) => {
  expect(textOf(written).replace(/^\uFEFF/, '')).toBe(text)
})

test.each([
  ['a workbook', bytes('PK\u0003\u0004…'), /save it as CSV/],
  ['an old workbook', bytesOf(0xd0, 0xcf, 0x11, 0xe0, 0xa1), /save it as CSV/],
  ['an archive', bytesOf(0x1f, 0x8b, 8, 0), /Unpack it/],
  ['UTF-16 without a mark', bytesOf(0x4a, 0, 0xe9, 0), /Save your list as CSV/],
  ['something else', bytesOf(1, 0, 2), /not a CSV file/],
])('%s is refused', (_, written, message) => {
  expect(() => textOf(written)).toThrow(message)
})

const cellsOf = async (text: string) => (await readFile(text)).rows.map(({ cells }) => cells)

test.each([
  ['commas', 'Name,Email\nA B,a@b.co'],
  ['semicolons', 'Name;Email\nA B;a@b.co'],
  ['tabs', 'Name\tEmail\nA B\ta@b.co'],
  ['Windows lines and a mark', '\uFEFFName,Email\r\nA B,a@b.co\r\n'],
  ['quotes', '"Name","Email"\n"A B","a@b.co"'],
  ['a line that names the separator', 'sep=;\r\nName;Email\r\nA B;a@b.co'],
  ['blanks and empty lines', '\n Name , Email \n\n A B , a@b.co \n,\n\n'],
])('%s', async (_, text) => {
  expect(await cellsOf(text)).toEqual([['A B', 'a@b.co']])
})

test('rows are counted like in a spreadsheet', async () => {
  const { rows } = await readFile('Name,Email\n\n"A\nB",a@b.co\nC D,c@d.co')
  expect(rows.map(({ row }) => row)).toEqual([3, 4])
  expect((await readFile('sep=,\nName,Email\nA B,a@b.co')).rows[0]?.row).toBe(3)
})

test.each([
  ['', 'The file is empty.'],
  ['\n\n', 'The file is empty.'],
  ['Name,Email', 'The file has column names but no rows.'],
  ['a@b.co,A B\nb@c.co,C D', /first and last name/],
  ['First name,Email\nA,a@b.co', /first and last name/],
  ['Name,Make\nA B,Kia', /e-mail or phone/],
  ['Name,Email,E-mail\nA B,a@b.co,', /“Email” and “E-mail” mean the same/],
  ['Name,Email\n"A B,a@b.co\nC D,c@d.co', /row 2 or after it is never closed/],
  ['Name,Email\nA B,a@b.co\nC D,"c@d.co\n', /row 3 or after it/],
  [`Name,Email\n${'A B,a@b.co\n'.repeat(10_001)}`, /more than 10000 rows/],
])('%j is refused', async (text, message) => {
  await expect(readFile(text)).rejects.toThrow(message)
})

test('exported files are read back unchanged', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .map((text) => text.replaceAll(/\0/g, '').replace(/\r\n?/g, '\n').trim())
    .filter((text) => text.isWellFormed())
  const row = fc.tuple(cell, cell, cell).filter((cells) => cells.some((text) => text !== ''))
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const written = csvText(['First name', 'Last name', 'E-mail'], rows)
      expect(await cellsOf(textOf(bytes(written)))).toEqual(rows)
    }),
  )
})
