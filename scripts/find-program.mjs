// Where programs of the system are, and how Debian gets the missing ones.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runProgram } from './processes.mjs'

/** The path of a program on the PATH, if it is there. */
export function onPath(name) {
  const file = process.platform === 'win32' ? `${name}.exe` : name
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return folders.map((folder) => join(folder, file)).find((path) => existsSync(path))
}

/** Where Debian puts what serves, which is not on everybody's path. */
const onPathOrServing = (name) =>
  onPath(name) ?? [`/usr/sbin/${name}`, `/usr/local/sbin/${name}`].find((path) => existsSync(path))

/**
 * The paths of programs by name, each installed where that may be done, by its own name or that of its package; those that are missing
 * then are missing in the answer too.
 */
export async function findOrInstall(names, packages = {}) {
  const found = {}
  for (const name of names) {
    const path =
      onPathOrServing(name) ??
      ((await aptInstall(packages[name] ?? name)) ? onPathOrServing(name) : undefined)
    if (path) found[name] = path
  }
  return found
}

/** Installs a Debian package when this is Debian and we are root; resolves to whether it did. */
export async function aptInstall(name) {
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
