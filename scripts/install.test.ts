import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)

/** A checkout with nothing to install and a Node of its own. */
function makeCheckout(folder: string) {
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const packages = join(folder, 'node_modules')
  const bin = join(packages, `node-${platform}-${process.arch}`, 'bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(process.execPath, join(bin, platform === 'win' ? 'node.exe' : 'node'))
  cpSync(import.meta.dirname, join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'package-lock.json'), '{"packages":{"":{}}}')
  writeFileSync(join(packages, '.package-lock.json'), '{"packages":{}}')
  return folder
}

async function nodeOf(checkout: string): Promise<string> {
  const ask = "import('./scripts/install.mjs').then((m) => m.ensureInstalled()).then(console.log)"
  return (await run(process.execPath, ['-e', ask], { cwd: checkout })).stdout.trim()
}

test('a copied checkout runs its own Node, not that of the original', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fivequart-copies-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [original, copy] = [join(folder, 'original'), join(folder, 'copy')]
  makeCheckout(original)
  expect(await nodeOf(original)).toContain(join(original, 'node_modules'))
  cpSync(original, copy, { recursive: true, verbatimSymlinks: true })
  expect(await nodeOf(copy)).toContain(join(copy, 'node_modules'))
})
