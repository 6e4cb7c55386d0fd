// Builds client and server into dist/, each only if its inputs changed since the last build.
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
import { root, runProgram } from './processes.mjs'

/** The build targets and all their inputs; folders include all their files. */
const targets = {
  client: {
    config: 'vite.config.ts',
    sources: [
      'src/client',
      'src/shared',
      'public',
      'index.html',
      'public.html',
      // Build scripts, and their imports.
      'scripts',
    ],
  },
  server: { config: 'vite.server.config.ts', sources: ['src/server', 'src/shared'] },
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return []
  if (!statSync(join(root, path)).isDirectory()) return [path]
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesIn(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  )
}

function hashOf({ config, sources }) {
  const hash = createHash('sha256')
  const files = [...sources, config, 'package.json', 'package-lock.json']
    .flatMap(filesIn)
    .filter((path) => !/\.test\.tsx?$/.test(path))
  for (const path of files.sort((a, b) => (a < b ? -1 : 1)))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** Builds one target if needed; resolves to `{ code, output }`, with code 0 if it was current. */
async function buildOne(name, env) {
  const target = targets[name]
  const stampPath = join(root, 'dist', `.${name}-build`)
  const hash = hashOf(target)
  const isBuilt = () => existsSync(stampPath) && readFileSync(stampPath, 'utf8') === hash
  const upToDate = { code: 0, output: `the ${name} is up to date` }
  if (isBuilt()) return upToDate
  return withLock(join(root, '.cache', `build-${name}.lock`), async () => {
    if (isBuilt()) return upToDate
    rmSync(stampPath, { force: true })
    const built = await runProgram('vite', ['build', '--config', target.config], {
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

/** Builds outdated targets in parallel; resolves to `{ code, output }` of both, with code 0 if both succeeded. */
export async function build(env) {
  const both = await Promise.all(Object.keys(targets).map((name) => buildOne(name, env)))
  return {
    code: both.find(({ code }) => code !== 0)?.code ?? 0,
    output: both.map(({ output }) => output).join('\n'),
  }
}
