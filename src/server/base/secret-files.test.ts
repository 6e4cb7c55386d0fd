import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { secretNames } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileWith = (content: string) => {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, content)
  return path
}

test('a secret is read from the named file, without its final newline', () => {
  const BACKUP_KEY_FILE = fileWith(' twelve letters and more \n')
  const DATABASE_URL_FILE = fileWith('postgres://somebody:secret@localhost/x\r\n')
  expect(readConfig({ BACKUP_KEY_FILE, DATABASE_URL_FILE })).toMatchObject({
    BACKUP_KEY: ' twelve letters and more ',
    DATABASE_URL: 'postgres://somebody:secret@localhost/x',
  })
})

test('an empty file name counts as unset, and an empty value uses the file', () => {
  expect(readConfig({ BACKUP_KEY_FILE: '' }).BACKUP_KEY).toBeUndefined()
  const METRICS_TOKEN_FILE = fileWith('from-the-file')
  expect(readConfig({ METRICS_TOKEN: '', METRICS_TOKEN_FILE }).METRICS_TOKEN).toBe('from-the-file')
})

test.each([
  [
    { METRICS_TOKEN: 'a', METRICS_TOKEN_FILE: fileWith('b') },
    'Configuration METRICS_TOKEN and METRICS_TOKEN_FILE are both given; keep one of them.',
  ],
  [
    { METRICS_TOKEN_FILE: '/nowhere/token' },
    'Configuration METRICS_TOKEN_FILE names a file that cannot be read: /nowhere/token (ENOENT).',
  ],
  [
    { METRICS_TOKEN_FILE: folder },
    `Configuration METRICS_TOKEN_FILE names a file that cannot be read: ${folder} (EISDIR).`,
  ],
  [
    { BACKUP_KEY_FILE: fileWith('short') },
    'Configuration BACKUP_KEY is malformed: must have at least 12 letters.',
  ],
  [{ ORIGIN_FILE: '/a' }, 'Unknown configuration ORIGIN_FILE. See the table in README.md.'],
  [{ SMTP_URLS_FILE: '/a' }, 'Unknown configuration SMTP_URLS_FILE. See the table in README.md.'],
  [{ BACKUP_KEYFILE: '/a' }, 'Unknown configuration BACKUP_KEYFILE. Did you mean BACKUP_KEY_FILE?'],
])('%o stops the start with one line', (env, line) => {
  expect(() => readConfig(env)).toThrow(new Error(line))
})

test('an empty file counts as unset', () => {
  const path = fileWith('\n')
  expect(() => readConfig({ SMTP_URL_FILE: path })).toThrow(
    `Configuration SMTP_URL_FILE names an empty file: ${path}.`,
  )
})

test("Apple's domain file is not a secret and stays a path", () => {
  expect(readConfig({ APPLE_PAY_DOMAIN_FILE: '/a/file' }).APPLE_PAY_DOMAIN_FILE).toBe('/a/file')
})

test('README and .env.example name all of them', () => {
  for (const path of ['README.md', '.env.example']) {
    const text = readFileSync(path, 'utf8')
    for (const name of secretNames.filter((one) => !/^(PHOTO|DATABASE)_/.test(one)))
      expect(text).toContain(name)
  }
})
