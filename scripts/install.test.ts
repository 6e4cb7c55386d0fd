import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
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

/** A checkout with nothing to install and its own Node. */
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

/** A fake npm that records its arguments and installs the lockfile's packages, `tools` only with workspaces. */
const npm = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs')
const args = process.argv.slice(2)
appendFileSync('asked.txt', args[0] + (args.includes('--workspaces=false') ? ' alone' : '') + '\\n')
const names = ['served', ...(args.includes('--workspaces=false') ? [] : ['tested'])]
for (const name of names) mkdirSync('node_modules/' + name, { recursive: true })
const packages = Object.fromEntries(names.map((name) => ['node_modules/' + name, { version: '1.0.0' }]))
writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

test('a start installs no tools, and a test adds them', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'fivequart-tools-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  makeCheckout(folder)
  const wanted = {
    '': { dependencies: { served: '1.0.0' } },
    'node_modules/served': { version: '1.0.0' },
    'node_modules/tested': { version: '1.0.0' },
    tools: { dependencies: { tested: '1.0.0' } },
  }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  writeFileSync(join(folder, 'npm-cli.js.cjs'), npm)
  const env = { ...process.env, npm_execpath: join(folder, 'npm-cli.js.cjs') }
  const install = (withTools: boolean) =>
    run(
      process.execPath,
      [
        '-e',
        `import('./scripts/install.mjs').then((m) => m.ensureInstalled(${JSON.stringify({ withTools })}))`,
      ],
      { cwd: folder, env },
    )
  await install(false)
  await install(false)
  expect(existsSync(join(folder, 'node_modules/tested'))).toBe(false)
  await install(true)
  await install(false)
  await install(true)
  expect(readFileSync(join(folder, 'asked.txt'), 'utf8').trim().split('\n')).toEqual([
    'ci alone',
    'install',
  ])
})

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
