import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { appleDomainPath, serveAppleDomain } from './site.ts'

const folder = mkdtempSync(join(tmpdir(), 'fivequart-apple-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function ask(file?: string) {
  const app = fastify()
  await serveAppleDomain(app, file)
  return app.inject(appleDomainPath)
}

test("Apple's file is served unchanged and not cached", async () => {
  const file = join(folder, 'association')
  writeFileSync(file, '7B227073704964223A22')
  const { statusCode, body, headers } = await ask(file)
  expect([statusCode, body]).toEqual([200, '7B227073704964223A22'])
  expect(headers['content-type']).toMatch(/^text\/plain/)
  expect(headers['cache-control']).toBe('no-cache')
})

test('without a file the address answers 404', async () => {
  expect((await ask()).statusCode).toBe(404)
})

test('an unreadable file stops the start with one line', async () => {
  await expect(ask(join(folder, 'missing'))).rejects.toThrow(
    'Configuration APPLE_PAY_DOMAIN_FILE cannot be read: ENOENT.',
  )
})
