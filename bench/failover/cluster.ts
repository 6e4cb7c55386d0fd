import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/server/testing/test-programs.ts'
import { ensurePostgres, findOrInstall, ordinaryUser } from '../../scripts/find-programs.mjs'

/** Two PostgreSQL servers, a primary and its standby, and an address that leads to the current primary. */
export type Cluster = {
  url: string
  /** Crashes the primary; `andManager`: its manager too, as when the machine fails. */
  killPrimary: (how: 'server' | 'andManager') => Promise<void>
  stop: () => Promise<void>
}

type Node = { name: string; port: number; restPort: number; data: string; manager: ChildProcess }

const password = 'only for this run'
const patience = 60_000

/** Starts etcd, two PostgreSQL servers under Patroni with a synchronous standby, and HAProxy before them. */
export async function startCluster(): Promise<Cluster> {
  const binaries = await ensurePostgres()
  const wanted = ['etcd', 'patroni', 'haproxy']
  const found = await findOrInstall(wanted, { etcd: 'etcd-server' })
  const missing = wanted.filter((name) => !found[name])
  if (missing.length > 0) throw new Error(`Install ${missing.join(', ')} first.`)
  const owner = ordinaryUser()
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-failover-'))
  const children: ChildProcess[] = []
  const own = (path: string) => {
    chmodSync(path, 0o700)
    if (owner) chownSync(path, owner.uid, owner.gid)
    return path
  }
  own(folder)
  const run = (program: string, args: string[]) => {
    const child = spawn(program, args, {
      ...owner,
      cwd: folder,
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    children.push(child)
    return child
  }
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return own(path)
  }
  const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()]
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peerUrl = `http://127.0.0.1:${peerPort}`
  const sockets = own(mkdtempSync(join(folder, 's')))
  run(found.etcd ?? '', [
    '--data-dir',
    join(folder, 'etcd'),
    '--listen-client-urls',
    etcdUrl,
    '--advertise-client-urls',
    etcdUrl,
    '--listen-peer-urls',
    peerUrl,
    '--initial-advertise-peer-urls',
    peerUrl,
    '--initial-cluster',
    `default=${peerUrl}`,
  ])
  await until('etcd', () => isOk(`${etcdUrl}/health`))

  const nodes: Node[] = []
  for (const name of ['pg1', 'pg2']) {
    const [own, restPort] = [await freePort(), await freePort()]
    const data = join(folder, 'data', name)
    mkdirSync(dirname(data), { recursive: true })
    const node = { name, port: own, restPort, data }
    const config = write(`${name}.yml`, patroni({ ...node, etcdPort, folder, sockets, binaries }))
    nodes.push({ ...node, manager: run(found.patroni ?? '', [config]) })
  }
  own(join(folder, 'data'))
  const leader = async () => firstThat(nodes, ({ restPort }) => answers(restPort, '/primary'))
  await until('a primary and a standby', async () => {
    const follower = await firstThat(nodes, ({ restPort }) => answers(restPort, '/sync'))
    return (await leader()) !== undefined && follower !== undefined
  })
  run(found.haproxy ?? '', ['-db', '-f', write('haproxy.cfg', haproxy(port, nodes))])
  await sleep(1500)
  return {
    url: `postgres://fivequart:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    async killPrimary(how) {
      const node = await leader()
      if (!node) throw new Error('There is no leader')
      if (how === 'andManager') node.manager.kill('SIGKILL')
      const [pid] = readFileSync(join(node.data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
    },
    async stop() {
      // Patroni stops its own server.
      for (const child of children.toReversed()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const gone = once(child, 'exit')
        child.kill('SIGTERM')
        await Promise.race([gone, sleep(20_000)])
        child.kill('SIGKILL')
      }
      for (const { data } of nodes) endServer(data)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function endServer(data: string): void {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(pid), 'SIGKILL')
  } catch {
    // It has already ended.
  }
}

async function firstThat<T>(all: T[], is: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await is(one)) return one
  return undefined
}

const isOk = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  )
const answers = (port: number, path: string) => isOk(`http://127.0.0.1:${port}${path}`)

async function until(what: string, is: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(200)) if (await is()) return
  throw new Error(`After a minute there is no ${what}`)
}

type Settings = Omit<Node, 'manager'> & {
  etcdPort: number
  folder: string
  sockets: string
  binaries: string
}

function patroni({ name, port, restPort, data, etcdPort, folder, sockets, binaries }: Settings) {
  return `scope: fivequart
name: ${name}
restapi: {listen: 127.0.0.1:${restPort}, connect_address: 127.0.0.1:${restPort}}
etcd3: {hosts: 127.0.0.1:${etcdPort}}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 2
    retry_timeout: 3
    primary_start_timeout: 0
    maximum_lag_on_failover: 1048576
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      use_slots: true
      parameters: {max_connections: 200, synchronous_commit: 'on', wal_keep_size: 256MB}
  initdb: [encoding: UTF8, data-checksums, locale: C.UTF-8]
  users: {fivequart: {password: ${password}, options: [createdb, superuser]}}
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${data}
  bin_dir: ${binaries}
  pgpass: ${join(folder, `pgpass-${name}`)}
  parameters: {unix_socket_directories: ${sockets}}
  pg_hba: [local all all trust, host replication repl 127.0.0.1/32 scram-sha-256, host all all 127.0.0.1/32 scram-sha-256]
  authentication:
    superuser: {username: postgres, password: ${password}}
    replication: {username: repl, password: ${password}}
    rewind: {username: rewind, password: ${password}}
`
}

const haproxy = (port: number, nodes: readonly Node[]) => `defaults
  mode tcp
  timeout connect 2s
  timeout client 24h
  timeout server 24h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join('\n')}
`
