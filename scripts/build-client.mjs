// Builds the client into dist/, unless what goes into it is the same as last time.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { runProgram } from './processes.mjs'
import { root } from './root.mjs'

/** Everything that decides what the built client looks like; folders count with all their files. */
const sources = [
  'src/client',
  'src/shared',
  'public',
  'index.html',
  'public.html',
  'vite.config.ts',
  'scripts/contract-things.ts',
  'scripts/offline-assets.ts',
  'scripts/precompress.ts',
  'scripts/prerender.ts',
  'scripts/words-of-script.ts',
  'scripts/collect-texts.ts',
  'scripts/text-rooms.ts',
  'scripts/shell-chunk.ts',
  'package.json',
  'package-lock.json',
]
const stampPath = join(root, 'dist', '.client-build')

function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  )
}

function hashSources() {
  const hash = createHash('sha256')
  const files = sources.flatMap(filesIn).filter((path) => !/\.test\.tsx?$/.test(path))
  for (const path of files.sort((a, b) => (a < b ? -1 : 1)))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

const isBuilt = (hash) => existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash

/** Builds when needed; resolves to `{ code, output }` of the build, code 0 when there was nothing to do. */
export async function buildClient(env) {
  const hash = hashSources()
  if (isBuilt(hash)) return { code: 0, output: 'the client is up to date' }
  return withLock(join(root, '.cache', 'build.lock'), async () => {
    if (isBuilt(hash)) return { code: 0, output: 'the client is up to date' }
    rmSync(stampPath, { force: true })
    const built = await runProgram('vite', ['build'], {
      cwd: root,
      env: { ...env, NODE_ENV: 'production' },
      show: 'never',
    })
    if (built.code === 0) {
      mkdirSync(join(root, 'dist'), { recursive: true })
      writeFileSync(stampPath, hash)
    }
    return built
  })
}
