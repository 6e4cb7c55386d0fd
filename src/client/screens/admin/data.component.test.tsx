import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import { type Answers, refusal } from '#client/testing/test-server.ts'
import type { Import, ImportPreview } from '#shared/contract/imports.ts'
import { maxImportBytes, noImportCounts } from '#shared/rules/imports.ts'
import Data from './data.tsx'

const list = 'GET /api/admin/imports'
const bring = 'POST /api/admin/import'

const anImport = (part: Partial<Import> = {}): Import => ({
  id: newId(),
  fileName: 'old.csv',
  by: { id: newId(), name: 'Olga Office' },
  createdAt: '2026-11-23T15:00:00.000Z',
  state: 'done',
  rows: 3,
  doneRows: 3,
  counts: { ...noImportCounts, newCustomers: 2, newVehicles: 1, badRows: 1 },
  problems: [{ kind: 'row', row: 3, column: 'E-mail', message: 'Invalid email address' }],
  canUndo: true,
  canMend: false,
  undo: null,
  ...part,
})
const aPreview = (part: Partial<ImportPreview> = {}): ImportPreview => ({
  rows: 3,
  missing: null,
  columns: [
    { header: 'Name', letter: 'A', field: 'fullName', samples: ['Ann Lee', 'Max Roe'], cells: 3 },
    { header: 'Shoe size', letter: 'B', field: null, samples: ['42'], cells: 3 },
    { header: '', letter: 'C', field: null, samples: ['Gate 4'], cells: 2 },
    { header: 'Fax', letter: 'D', field: null, samples: [], cells: 0 },
  ],
  counts: { ...noImportCounts, newCustomers: 2, newVehicles: 1, badRows: 1 },
  problems: [{ kind: 'row', row: 3, column: 'E-mail', message: 'Invalid email address' }],
  sample: [
    { row: 2, name: 'Ann Lee', vehicle: '2018 Honda Civic', outcome: 'new' },
    { row: 3, name: 'Max Roe', vehicle: '', outcome: 'problem' },
  ],
  ...part,
})

const show = (answers: Answers = {}) => showPage(<Data />, { answers: { [list]: [], ...answers } })
const choose = (size = 10) =>
  page.getByLabelText('CSV file').upload(new File(['a'.repeat(size)], 'old.csv'))

test('without imports it explains what will appear here', async () => {
  await show()
  await expect.element(page.getByText('Nothing was imported yet')).toBeVisible()
})

test('a failed load of imports can be retried', async () => {
  const { server } = await show({ [list]: refusal('unavailable', 'The server is resting.') })
  await expect.element(page.getByText('The server is resting.')).toBeVisible()
  server.answer({ [list]: [anImport()] })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('2 new customers · 1 new car · 1 row skipped')).toBeVisible()
})

test('kinds that an import did not add are left out', async () => {
  const counts = { ...noImportCounts, newPlaces: 1, newVisits: 2 }
  const undo = { customers: 0, vehicles: 0, places: 1, visits: 2, kept: [], keptCount: 0 }
  await show({
    [list]: [
      anImport({ counts }),
      anImport({ id: crypto.randomUUID(), counts, state: 'undone', undo }),
    ],
    [bring]: { preview: aPreview({ counts, problems: [] }), import: null },
  })
  await expect
    .element(page.getByText('1 address · 2 past visits', { exact: true }).first())
    .toBeVisible()
  await expect.element(page.getByText('Removed: 1 address, 2 past visits.')).toBeVisible()
  await choose()
  const preview = page.getByRole('region', { name: 'What would happen' })
  await expect.element(preview.getByText('Past visits')).toBeVisible()
  await expect.element(preview.getByText('New cars')).not.toBeInTheDocument()
  await expect.element(preview.getByText('Rows to mend')).not.toBeInTheDocument()
})

test('a file is previewed before it is imported', async () => {
  const { server } = await show({
    [bring]: ({ query }) =>
      query.dryRun ? { preview: aPreview(), import: null } : { preview: null, import: anImport() },
  })
  await choose()
  await expect.element(page.getByText('1 row skipped').first()).toBeVisible()
  await expect.element(page.getByText('Shoe size')).toBeVisible()
  await expect.element(page.getByLabelText('Column C holds')).toHaveValue('')
  await expect.element(page.getByText('Ann Lee · Max Roe')).toBeVisible()
  await expect.element(page.getByText('Fax')).not.toBeInTheDocument()
  const problem = page.getByRole('region', { name: 'Problems' }).getByRole('row').nth(1)
  await expect.element(problem.getByText('E-mail', { exact: true })).toBeVisible()
  await expect.element(problem.getByText('Invalid email address')).toBeVisible()
  expect(server.asked(bring).map(({ query }) => query)).toEqual([{ dryRun: '1' }])
  server.answer({ [list]: [anImport()] })
  await page.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect.element(page.getByText('Imported', { exact: true }).first()).toBeVisible()
  expect(server.asked(bring).map(({ query }) => query)).toEqual([
    { dryRun: '1' },
    { name: 'old.csv', columns: 'fullName,,,' },
  ])
  await expect
    .element(page.getByRole('region', { name: 'What would happen' }))
    .not.toBeInTheDocument()
  await expect.element(page.getByText(/Olga Office/)).toBeVisible()
})

test('another choice for a column is previewed and imported', async () => {
  const { server } = await show({
    [bring]: ({ query }) =>
      query.dryRun
        ? { preview: aPreview({ missing: query.columns ? null : 'No names.' }), import: null }
        : { preview: null, import: anImport() },
  })
  await choose()
  await expect.element(page.getByText('No names.')).toBeVisible()
  const choice = page.getByLabelText('Column C holds')
  await choice.selectOptions('Notes')
  await expect.element(page.getByRole('button', { name: 'Import 2 rows' })).toBeVisible()
  expect(server.asked(bring).map(({ query }) => query)).toEqual([
    { dryRun: '1' },
    { dryRun: '1', columns: 'fullName,,notes,' },
  ])
})

test('rows to mend can be downloaded', async () => {
  await show({ [list]: [anImport({ canMend: true })] })
  await expect.element(page.getByRole('button', { name: 'Rows to mend (CSV)' })).toBeVisible()
})

test('an unreadable or oversized file is reported', async () => {
  const { server } = await show({ [bring]: refusal('invalid', 'This is not a CSV file.') })
  await choose()
  await expect.element(page.getByRole('alert').getByText('This is not a CSV file.')).toBeVisible()
  await choose(maxImportBytes + 1)
  await expect.element(page.getByText(/larger than 5 MB/)).toBeVisible()
  expect(server.asked(bring)).toHaveLength(1)
})

test('without new rows the button explains that', async () => {
  const counts = { ...noImportCounts, matchedCustomers: 3 }
  await show({
    [bring]: { preview: aPreview({ counts, problems: [], sample: [] }), import: null },
  })
  await choose()
  const button = page.getByRole('button', { name: 'Import 3 rows' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
})

test('an import is undone after confirmation, and kept rows show why', async () => {
  const made = anImport()
  const customerId = newId()
  const undone = anImport({
    id: made.id,
    state: 'undone',
    canUndo: false,
    undo: {
      customers: 1,
      vehicles: 1,
      visits: 2,
      places: 0,
      keptCount: 1,
      kept: [{ kind: 'customer', name: 'Ann Lee', customerId, reason: 'visits' }],
    },
  })
  const { server } = await show({
    [list]: [made],
    'POST /api/admin/imports/{id}/undo': undone,
  })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  server.answer({ [list]: [undone] })
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect.element(page.getByText('Removed: 1 customer, 1 car, 2 past visits.')).toBeVisible()
  await expect.element(page.getByText('Ann Lee has visits')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Undo', exact: true }))
    .not.toBeInTheDocument()
})

test('a long import shows its progress', async () => {
  const { server } = await show({
    [list]: [anImport({ state: 'running', doneRows: 1, canUndo: false })],
  })
  await expect.element(page.getByText('1 of 3 rows')).toBeVisible()
  server.answer({ [list]: [anImport()] })
  await expect.element(page.getByText('Done', { exact: true })).toBeVisible()
})

test('a failed export is reported', async () => {
  await show()
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  await page.getByRole('button', { name: 'Export all data' }).click()
  await expect.element(page.getByRole('alert').getByText('Export failed')).toBeVisible()
})

test('a double click imports once', async () => {
  const { server } = await show({
    [bring]: ({ query }) =>
      query.dryRun ? { preview: aPreview(), import: null } : { preview: null, import: anImport() },
  })
  await choose()
  const button = page.getByRole('button', { name: 'Import 2 rows' })
  await expect.element(button).toBeVisible()
  const element = button.element() as HTMLElement
  element.click()
  element.click()
  await expect.element(page.getByText('Imported', { exact: true }).first()).toBeVisible()
  const keys = server.asked(bring).map(({ idempotencyKey }) => idempotencyKey)
  expect(keys).toEqual([null, expect.any(String)])
})
