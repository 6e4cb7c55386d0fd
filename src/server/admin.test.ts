import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lockFolder } from '#server/database/data-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-admin-'))
afterAll(() => rmSync(folder, { recursive: true }))

function runAdmin(...words: string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, DATA_DIR: folder }
  const args = [join(import.meta.dirname, 'admin.ts'), ...words]
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env }, (_error, out, problems) =>
      resolve({ code: child.exitCode ?? -1, output: out + problems }),
    )
  })
}

test('explains its usage', async () => {
  for (const words of [
    [],
    ['ada'],
    ['ada@example.com', 'eve@example.com'],
    ['remove'],
    ['list', 'x'],
    ['--help'],
  ])
    expect(await runAdmin(...words)).toEqual({
      code: 1,
      output: expect.stringMatching(/^Usage:\n/),
    })
})

test('makes an address an admin once, even in an empty folder', { timeout: 60_000 }, async () => {
  expect(await runAdmin('Ada@Example.com')).toEqual({
    code: 0,
    output: 'ada@example.com will be an admin from the first sign-in on.\n',
  })
  expect(await runAdmin('ada@example.com')).toEqual({
    code: 0,
    output: 'ada@example.com is an admin already.\n',
  })
})

test('sets the given business details, and refuses invalid ones', { timeout: 60_000 }, async () => {
  expect(await runAdmin('--phone', '(512) 363-0142', '--promise', 'Insured')).toEqual({
    code: 0,
    output: 'Business details saved.\n',
  })
  expect(await runAdmin('--email', 'hello')).toEqual({
    code: 1,
    output: 'Invalid email address\n',
  })
})

test('reports that a running server is using the folder', async () => {
  const unlock = lockFolder(folder)
  const { code, output } = await runAdmin('ada@example.com')
  unlock()
  expect(code).toBe(1)
  expect(output).toContain('Another process is using the data folder')
  expect(output).not.toContain('    at ')
})
