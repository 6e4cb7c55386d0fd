import { expect, test } from 'vitest'
import { explainFolderProblem } from './data-folder.ts'

const nodeError = (code: string, path: string) =>
  Object.assign(new Error(`${code}: it failed, open '${path}'`), { code, path })

test.each([
  ['ENOSPC', 'the disk is full'],
  ['EROFS', 'it cannot be written to'],
  ['EACCES', 'this user may not write there'],
  ['EEXIST', 'it is a file, not a folder'],
  ['ENOENT', 'it cannot be made there'],
])('%s in the data folder is reported with a remedy', (code, reason) => {
  const problem = nodeError(code, '/srv/data/database/PG_VERSION')
  expect(String(explainFolderProblem('/srv/data', problem))).toContain(
    `The data folder /srv/data cannot be used: ${reason}`,
  )
})

test("the engine's own messages about a full disk are recognized", () => {
  const problem = new Error('could not extend file "base/5/17451": No space left on device')
  expect(String(explainFolderProblem('/srv/data', problem))).toContain('the disk is full')
})

test('another missing file and any other error stay unchanged', () => {
  const missing = nodeError('ENOENT', '/srv/app/node_modules/engine.wasm')
  const other = new Error('Another process is using the data folder /srv/data.')
  expect(explainFolderProblem('/srv/data', missing)).toBe(missing)
  expect(explainFolderProblem('/srv/data', other)).toBe(other)
})
