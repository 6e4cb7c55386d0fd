import { readFileSync } from 'node:fs'

/**
 * PostgreSQL and PgBouncer refuse to run as root: somebody else, or undefined where we are not root.
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
