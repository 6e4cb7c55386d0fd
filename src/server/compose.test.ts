import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('the server does not load fetch at its start, which takes a tenth of a second', async () => {
  const script = `
    await import('./src/server/compose.ts')
    console.log(process.moduleLoadList.filter((name) => name.endsWith('/undici')).length)
    await fetch('data:,').catch(() => {})
    console.log(process.moduleLoadList.filter((name) => name.endsWith('/undici')).length)`
  const args = ['--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout.trim().split('\n')).toEqual(['0', '1'])
})
