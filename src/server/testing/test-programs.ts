// Programs between clients, processes and the database, for tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ordinaryUser } from '../../../scripts/find-programs.mjs'

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('There is no free port')
  return address.port
}

export type Program = { port: number; stop: () => Promise<void> }

/** HAProxy on a free port in front of these ports, checking each for readiness. */
export async function startHaproxy(ports: readonly number[]): Promise<Program> {
  const port = await freePort()
  const servers = ports.map((to, n) => `server web${n} 127.0.0.1:${to} check`).join('\n  ')
  return startProgram(process.env.HAPROXY_BIN ?? 'haproxy', ['-db', '-f'], port, {
    'haproxy.cfg': `defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  timeout tunnel 1h
  timeout check 5s
  option forwardfor
listen web
  bind 127.0.0.1:${port}
  option httpchk GET /api/ready
  default-server inter 300ms fall 1 rise 1
  ${servers}
`,
  })
}

/** PgBouncer on a free port in front of a server, in transaction mode. */
export async function startPgbouncer(serverUrl: string, more = ''): Promise<Program> {
  const port = await freePort()
  const { hostname, port: serverPort } = new URL(serverUrl)
  return startProgram(
    process.env.PGBOUNCER_BIN ?? 'pgbouncer',
    [],
    port,
    {
      'pgbouncer.ini': `[databases]
* = host=${hostname} port=${serverPort} timezone=UTC
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = users.txt
pool_mode = transaction
default_pool_size = 5
${more}
`,
      'users.txt': '"postgres" ""\n',
    },
    ordinaryUser(),
  )
}

/** Waits until something listens at `port`. The first of `files` is its configuration, the last of its arguments. */
export async function startProgram(
  program: string,
  args: readonly string[],
  port: number,
  files: Record<string, string>,
  user?: { uid: number; gid: number },
): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-between-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  chmodSync(folder, 0o755)
  if (user) chownSync(folder, user.uid, user.gid)
  const [config = ''] = Object.keys(files)
  const child = spawn(program, [...args, config], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const ended = once(child, 'exit')
  await untilOpen(port, child).catch((error: Error) => {
    throw new Error(`${program} did not start: ${said}`, { cause: error })
  })
  return {
    port,
    async stop() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function untilOpen(port: number, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 20_000; ; await sleep(20)) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    if (child.exitCode !== null || Date.now() > end) throw new Error(`Nothing listens at ${port}`)
  }
}
