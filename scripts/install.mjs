// Brings node_modules in line with package-lock.json and finds the Node that runs the project. Packages used only by tests
// and development are in the workspace `tools`, a third of all, which a start does not install.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { withLock } from './lock.mjs'
import { isStopping, root, runProgram } from './processes.mjs'

const stampPath = join(root, 'node_modules', '.fivequart-install.json')
const oldestNode = [22, 18]

/** Type stripping without a flag starts with Node 22.18. */
function isNewEnough(version) {
  const [major, minor] = version.replace(/^v/, '').split('.').map(Number)
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])
}

function versionOf(file) {
  try {
    return execFileSync(file, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return undefined
  }
}

function findNode() {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const bundled = join(
    root,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  // Running it is the proof: a glibc build does not run on Alpine.
  if (existsSync(bundled) && versionOf(bundled)) return bundled
  if (isNewEnough(process.version)) return process.execPath
  throw new Error(
    `Fivequart brings its own Node for Linux and Windows, but it does not run here (${process.platform} ${process.arch}). ` +
      `Install Node ${oldestNode.join('.')} or newer and try again; this is ${process.version}.`,
  )
}

function wantedStamp(lockfile) {
  const hash = createHash('sha256').update(lockfile).digest('hex')
  return `${hash} ${process.platform} ${process.arch}`
}

/** Absolute only for a Node outside the checkout. */
function stampOf(node) {
  const path = relative(root, node)
  return path.startsWith('node_modules') ? path : node
}

function readStamp(wanted, withTools) {
  try {
    const stamp = JSON.parse(readFileSync(stampPath, 'utf8'))
    // Relative for a Node among the packages, so that a copy of the checkout runs its own.
    const node = resolve(root, stamp.node)
    return stamp.wanted === wanted &&
      (stamp.tools || !withTools) &&
      existsSync(node) &&
      (node !== process.execPath || isNewEnough(process.version))
      ? node
      : undefined
  } catch {
    return undefined
  }
}

const isPackage = ([path, entry]) => path.includes('node_modules/') && !entry.link

/** Whether npm's own record of node_modules matches the lockfile, as after a manual `npm ci`. */
function isInstalled(lockfile, withTools) {
  let installed
  try {
    installed = JSON.parse(
      readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8'),
    ).packages
  } catch {
    return false
  }
  const wanted = JSON.parse(lockfile).packages
  const { dependencies, devDependencies } = wanted['']
  const complete = withTools
    ? Object.entries(wanted).filter(isPackage)
    : Object.keys({ ...dependencies, ...devDependencies }).map((name) => {
        const path = `node_modules/${name}`
        return [path, wanted[path]]
      })
  return (
    complete.every(
      ([path, entry]) =>
        entry.optional ||
        (installed[path]?.version === entry.version && existsSync(join(root, path))),
    ) &&
    Object.entries(installed)
      .filter(isPackage)
      .every(
        ([path, entry]) =>
          wanted[path]?.version === entry.version &&
          (entry.optional || existsSync(join(root, path))),
      )
  )
}

/** The npm that started this script, or the one on the PATH. */
function npmCommand() {
  const cli = process.env.npm_execpath
  return cli && basename(cli).startsWith('npm-cli') ? [process.execPath, cli] : ['npm']
}

async function runNpm(args) {
  const [file, ...first] = npmCommand()
  // Development packages build the client, and optional ones contain Node, regardless of NODE_ENV and the user's npmrc.
  const always = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // The packages run under a newer Node than npm's, so its engine warnings would mislead.
  const { code, output } = await runProgram(file, [...first, ...args, ...always], {
    cwd: root,
    show: 'never',
  })
  return { ok: code === 0, output }
}

async function install(lockfile, withTools) {
  console.log('Installing packages (the first time takes about half a minute) …')
  const reinstall = ['ci']
  // Removes nothing from under a running server.
  const more = ['install', '--no-save']
  const ways = existsSync(stampPath) ? [more, reinstall] : [reinstall, more]
  rmSync(stampPath, { force: true })
  const said = []
  for (const way of ways) {
    const { ok, output } = await runNpm([...way, ...(withTools ? [] : ['--workspaces=false'])])
    if (ok && isInstalled(lockfile, withTools)) return
    if (isStopping()) throw new Error('Stopped while installing.')
    said.push(`npm ${way[0]}:\n${output}`)
    console.log(`npm ${way[0]} did not finish …`)
  }
  throw new Error(`The packages could not be installed.\n\n${said.join('\n')}`)
}

/**
 * Installs missing packages; resolves to the path of the Node to continue with. `withTools`: also those of tests and
 * development.
 */
export async function ensureInstalled({ withTools = true } = {}) {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const wanted = wantedStamp(lockfile)
  const known = readStamp(wanted, withTools)
  if (known) return known
  return withLock(
    join(root, '.cache', 'install.lock'),
    async () => {
      const byOther = readStamp(wanted, withTools)
      if (byOther) return byOther
      if (!isInstalled(lockfile, withTools)) await install(lockfile, withTools)
      const node = findNode()
      const tools = isInstalled(lockfile, true)
      writeFileSync(stampPath, JSON.stringify({ wanted, node: stampOf(node), tools }))
      return node
    },
    (pid) => console.log(`Waiting for process ${pid}, which is installing …`),
  )
}
