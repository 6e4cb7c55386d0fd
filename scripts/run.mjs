// `npm start`, `npm test` and the other commands. Uses only Node's own modules, because it runs before anything is
// installed, and plain JavaScript, because any Node from 20 on may start it. It installs missing packages and continues
// under the Node 24 among them.
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { ensureInstalled } from './install.mjs'
import { onNpmEnd } from './end-with-npm.mjs'
import { root, runProgram, stopChildrenOnSignal } from './processes.mjs'

const [command, ...words] = process.argv.slice(2)

/** Puts the bundled Node and the packages' programs first on the PATH. */
function environment(node) {
  const path = [dirname(node), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const { Path: _, ...rest } = process.env
  return { ...rest, PATH: path }
}

/** Tests must neither depend on nor write to the user's own setup. */
function testEnvironment(env) {
  const clean = { ...env }
  for (const name of settingNames()) {
    delete clean[name]
    delete clean[`${name}_FILE`]
  }
  delete clean.NODE_ENV
  return clean
}

/** The server's settings, as listed in `.env.example`. */
function settingNames() {
  const example = readFileSync(join(root, '.env.example'), 'utf8')
  return [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1])
}

const runScript = async (env, path, args) => {
  const first = ['--disable-warning=ExperimentalWarning', ...envFile(), ...leanDrizzle]
  return (await runProgram('node', [...first, path, ...args], { cwd: root, env })).code
}

/** Loads drizzle from source in a quarter of the time; built code needs none of it. */
const leanDrizzle = ['--import=./src/server/database/lean-drizzle.ts']

/** Makes Node read the user's settings, if the file exists; otherwise Node would warn. */
const envFile = () => (existsSync(join(root, '.env')) ? ['--env-file=.env'] : [])

async function buildOrExplain(env) {
  const { build } = await import('./build.mjs')
  const { code, output } = await build(env)
  if (code !== 0) throw new Error(`Fivequart could not be built.\n${output}`)
}

const commands = {
  async start(env, node) {
    await buildOrExplain(env)
    const { serve } = await import('./serve.mjs')
    return serve(node, envFile(), env)
  },
  async dev(env) {
    const watched = ['src/server', 'src/shared'].flatMap((path) => ['--watch-path', path])
    const args = [
      '--watch-preserve-output',
      ...watched,
      ...envFile(),
      ...leanDrizzle,
      'src/server/main.ts',
    ]
    return (await runProgram('node', args, { cwd: root, env: { ...env, FIVEQUART_DEV: '1' } })).code
  },
  async test(env) {
    const { runSteps, selectSteps } = await import('./steps.mjs')
    return runSteps(selectSteps(words), testEnvironment(env))
  },
  async check(env) {
    const { runSteps, staticSteps } = await import('./steps.mjs')
    return runSteps([staticSteps], testEnvironment(env))
  },
  async bench(env) {
    await buildOrExplain(env)
    return runScript(env, 'bench/run.ts', words)
  },
  async failover(env) {
    await buildOrExplain(env)
    return runScript(env, 'bench/failover/run.ts', words)
  },
  money: (env) => runScript(env, 'scripts/money.ts', words),
  texts: (env) => runScript(env, 'scripts/collect-texts.ts', words),
  photos: (env) => runScript(env, 'src/server/photos.ts', words),
  backup: (env) => runScript(env, 'src/server/backup.ts', words),
  restore: (env) => runScript(env, 'src/server/restore.ts', words),
  transfer: (env) => runScript(env, 'src/server/transfer.ts', words),
  admin: (env) => runScript(env, 'src/server/admin.ts', words),
  async format(env) {
    return (
      await runProgram('oxfmt', ['--write', ...(words.length > 0 ? words : ['.'])], {
        cwd: root,
        env,
      })
    ).code
  },
  async migration(env) {
    return (
      await runProgram('drizzle-kit', ['generate', ...words.flatMap((name) => ['--name', name])], {
        cwd: root,
        env,
      })
    ).code
  },
}

/** Commands used to run a business. */
const withoutTools = new Set(['start', 'admin', 'photos', 'backup', 'restore', 'transfer', 'money'])

try {
  if (!Object.hasOwn(commands, command)) {
    throw new Error(`Say what to do: npm run ${Object.keys(commands).join(' | ')}`)
  }
  stopChildrenOnSignal()
  onNpmEnd(() => process.kill(process.pid, 'SIGTERM'))
  const node = await ensureInstalled({ withTools: !withoutTools.has(command) })
  const env = environment(node)
  process.env.PATH = env.PATH
  const code = await commands[command](env, node)
  // A signal has already set the exit code.
  process.exitCode ??= code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
