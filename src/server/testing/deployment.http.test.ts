import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeDatabase, openDatabase } from '#server/database/database.ts'
import { dropTestDatabase } from '#server/database/test-database.ts'
import { migrate } from '#server/database/migrator.ts'
import { makePackage, makeUser } from '#server/database/test-factories.ts'
import { startTestCollector } from '#server/monitoring/test-collector.ts'
import { root } from '#server/base/root.ts'
import { startSession } from '#server/sessions/sessions.ts'
import { maxPhotoBytes } from '#shared/rules/photos.ts'
import { serverOptions } from '../../../scripts/serve.mjs'
import { ordinaryUser } from '../../../scripts/find-programs.mjs'
import { type Booker, makeBooker, openDays, visit } from './test-bookers.ts'
import { ensureClient, type ServerProcess, startCommand } from './test-process.ts'
import { freePort, type Program, startProgram } from './test-programs.ts'
import { type Image, makeImage } from './test-image.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'
const here = (name: string) => spawnSync('/bin/sh', ['-c', `command -v ${name}`]).status === 0
const fileOf = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fivequart-deploy-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.runIf(!onPostgres)('what the image holds', () => {
  const origin = 'https://oil.example.com'
  let image: Image
  let server: ServerProcess
  let collector: Awaited<ReturnType<typeof startTestCollector>>
  let url = ''
  let booker: Booker
  let technician = ''
  let certificate = ''

  beforeAll(async () => {
    await ensureClient()
    image = await makeImage()
    const dataDir = join(folder, 'data')
    await dropTestDatabase()
    await openDatabase({ dataDir })
    await migrate()
    await makePackage({ basePriceCents: 100 })
    booker = await makeBooker()
    technician = await startSession((await makeUser({ role: 'technician' })).id)
    await closeDatabase()
    const token = join(folder, 'token')
    writeFileSync(token, 'of-the-monitoring\n')
    collector = await startTestCollector()
    const user = ordinaryUser()
    if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dataDir])
    if (user) chownSync(folder, user.uid, user.gid)
    server = startCommand(image.command, {
      ...user,
      cwd: image.folder,
      env: {
        ...image.env,
        DATA_DIR: dataDir,
        HOST: '127.0.0.1',
        PORT: '0',
        ORIGIN: origin,
        TRUST_PROXY: '1',
        REQUESTS_PER_MINUTE: '0',
        DRAIN_SECONDS: '1',
        METRICS_TOKEN_FILE: token,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      },
    })
    url = await server.ready
    const key = join(folder, 'privkey.pem')
    certificate = join(folder, 'fullchain.pem')
    execFileSync(
      'openssl',
      [
        'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=oil.example.com'.split(' '),
        ['-keyout', key, '-out', certificate],
      ].flat(),
      { stdio: 'ignore' },
    )
    writeFileSync(join(folder, 'all.pem'), readFileSync(certificate) + '' + readFileSync(key))
    execFileSync('chmod', ['-R', 'go+rX', folder])
  }, 240_000)
  afterAll(async () => {
    server.kill('SIGKILL')
    await server.ended
    await collector.close()
    image.remove()
  })

  const healthOf = (port: string) => {
    const [program = '', ...args] = image.healthcheck
    return spawnSync(program === 'node' ? process.execPath : program, args, {
      env: { PORT: port },
    }).status
  }

  test('serves pages, a booking, and its health check', async () => {
    expect((await fetch(url)).status).toBe(200)
    const [day] = await openDays(url)
    const booked = await fetch(`${url}/api/jobs`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `__Host-fq_session=${booker.token}`,
        origin,
      },
      body: JSON.stringify(visit(booker.vehicleId, day?.date ?? '', 1)),
    })
    expect([booked.status, await booked.json()]).toEqual([
      201,
      expect.objectContaining({ status: expect.any(String) }),
    ])
    expect(healthOf(new URL(url).port)).toBe(0)
    expect(healthOf(String(await freePort()))).toBe(1)
  })

  test('reads secrets from files, and is monitored', async () => {
    const headers = { host: 'elsewhere', authorization: 'Bearer of-the-monitoring' }
    const text = await (await fetch(`${url}/metrics`, { headers })).text()
    expect(text).toMatch(/_count\{method="POST",route="\/api\/jobs",status="2xx"\} 1/)
  })

  test('is backed up while running, by its own command', () => {
    const file = join(folder, 'backup')
    const args = ['--import=./src/server/database/lean-drizzle.ts', 'src/server/backup.ts', file]
    const { status, stdout } = spawnSync(process.execPath, args, {
      ...ordinaryUser(),
      cwd: image.folder,
      env: { ...image.env, DATA_DIR: join(folder, 'data') },
      encoding: 'utf8',
    })
    expect(stdout).toContain('has been written and read back')
    expect(status).toBe(0)
  })

  /** The example on these ports, in front of the server. */
  const proxies: Record<string, (plain: number, tls: number, server: string) => Promise<Program>> =
    {
      haproxy: (plain, tls, upstream) =>
        startProgram('haproxy', ['-db', '-f'], tls, {
          'haproxy.cfg': fileOf('haproxy.cfg')
            .replace(':80\n', `127.0.0.1:${plain}\n`)
            .replace(':443 ', `127.0.0.1:${tls} `)
            .replace('/etc/ssl/fivequart', folder)
            .replace('127.0.0.1:3000', upstream)
            .replace(/ {2}server two.*/, ''),
        }),
      nginx: (plain, tls, upstream) =>
        startProgram('nginx', ['-p', '.', '-c'], tls, {
          'nginx.conf': `daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${fileOf('nginx.conf')
  .replace(/ {2}listen \[::].*\n/g, '')
  .replace('listen 80', `listen 127.0.0.1:${plain}`)
  .replace('listen 443', `listen 127.0.0.1:${tls}`)
  .replaceAll('/etc/ssl/fivequart', folder)
  .replace('127.0.0.1:3000', upstream)}
}
`,
        }),
      caddy: (plain, tls, upstream) =>
        startProgram('caddy', ['run', '--adapter', 'caddyfile', '--config'], tls, {
          Caddyfile: `{
  admin off
  http_port ${plain}
  https_port ${tls}
  storage file_system ${folder}/caddy
  skip_install_trust
}
${fileOf('Caddyfile')
  .replace(
    '{$SITE:oil.example.com} {',
    `oil.example.com {\n\ttls ${certificate} ${folder}/privkey.pem`,
  )
  .replace('{$UPSTREAM:127.0.0.1:3000}', upstream)}`,
        }),
    }

  describe.each(Object.keys(proxies).filter(here))('behind the example of %s', (name) => {
    let proxy: Program
    let plain = 0
    beforeAll(async () => {
      plain = await freePort()
      proxy = (await proxies[name]?.(plain, await freePort(), new URL(url).host)) as Program
    })
    afterAll(() => proxy.stop())

    /** A request over https by host name; with `body: 'held back'` it only announces its length. */
    const ask = async (
      path: string,
      headers: Record<string, string | number> = {},
      body?: Buffer | 'held back',
    ) => {
      const call = request({
        host: '127.0.0.1',
        port: proxy.port,
        path,
        method: body ? 'POST' : 'GET',
        servername: 'oil.example.com',
        agent: new Agent({ rejectUnauthorized: false }),
        headers: { host: 'oil.example.com', origin, ...headers },
      })
      const answer = once(call, 'response') as Promise<[IncomingMessage]>
      if (body === 'held back') call.flushHeaders()
      else call.end(body)
      const [response] = await answer
      response.resume()
      if (body === 'held back') call.destroy()
      return response
    }

    test('pages are served over https only, with HSTS', async () => {
      const moved = await fetch(`http://127.0.0.1:${plain}/book?a=1`, {
        redirect: 'manual',
        headers: { host: 'oil.example.com' },
      })
      expect([301, 308]).toContain(moved.status)
      expect(moved.headers.get('location')).toMatch(/^https:.*\/book\?a=1$/)
      await expect.poll(async () => (await ask('/api/ready')).statusCode).toBe(200)
      const { rawHeaders } = await ask('/')
      const said = rawHeaders.filter((each) => each.toLowerCase() === 'strict-transport-security')
      expect(said).toHaveLength(1)
    })

    test('metrics stay private, whatever a request claims', async () => {
      expect((await ask('/metrics')).statusCode).toBe(404)
      const spoofed = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'localhost' }
      expect((await ask('/metrics/', spoofed)).statusCode).toBe(404)
    })

    test('a photo passes, a larger body does not', async () => {
      const path = `/api/jobs/${crypto.randomUUID()}/photos?moment=before`
      const sizeOf = (bytes: number) => ({
        'content-type': 'image/jpeg',
        'content-length': bytes,
        cookie: `__Host-fq_session=${technician}`,
      })
      const photo = Buffer.alloc(maxPhotoBytes)
      expect((await ask(path, sizeOf(maxPhotoBytes), photo)).statusCode).toBe(404)
      expect((await ask(path, sizeOf(14_000_000), 'held back')).statusCode).toBe(413)
    })

    test('a socket is opened', async () => {
      const upgrade = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': 13,
        'sec-websocket-key': Buffer.alloc(16).toString('base64'),
      }
      // Without a session; a request that is no upgrade would be refused with 400.
      expect((await ask('/ws', upgrade)).statusCode).toBe(401)
    })
  })

  test('stops in order on request', async () => {
    server.kill('SIGTERM')
    expect((await server.ended).code).toBe(0)
    const names = collector.received.flatMap(({ spans }) => spans.map(({ name }) => name))
    expect(names).toContain('POST /api/jobs')
  })
})

describe.runIf(!onPostgres && here('systemd-analyze'))('the unit of systemd', () => {
  const unit = () => {
    const path = join(folder, 'fivequart.service')
    writeFileSync(path, fileOf('fivequart.service').replace('/usr/bin/node', process.execPath))
    return path
  }
  const analyze = (...args: string[]) => {
    const child = spawn('systemd-analyze', args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text))
    return once(child, 'close').then(([code]) => ({ code: Number(code), said }))
  }

  test('is valid, and sandboxes the service', async () => {
    expect(await analyze('verify', unit())).toEqual({ code: 0, said: '' })
    const { said } = await analyze('security', '--offline=true', unit())
    expect(Number(/exposure level for \S+: ([\d.]+)/.exec(said)?.[1])).toBeLessThan(2)
  })
})

test('Node is started like `npm start` does', () => {
  const [, unit = ''] = /^ExecStart=\S+ (.+)$/m.exec(fileOf('fivequart.service')) ?? []
  const [, image = ''] = /^CMD (.+)$/m.exec(fileOf('Dockerfile')) ?? []
  for (const words of [unit.split(' '), JSON.parse(image) as string[]])
    expect(words).toEqual(expect.arrayContaining([...serverOptions]))
})

test('it is given enough time to stop', () => {
  const longest = 5 + 25
  const times = [
    /TimeoutStopSec=(\d+)/.exec(fileOf('fivequart.service')),
    /app:[^]*?stop_grace_period: (\d+)s/.exec(fileOf('compose.yaml')),
  ]
  for (const time of times) expect(Number(time?.[1])).toBeGreaterThan(longest + 3)
})

test('every secret and volume named by a service of compose.yaml exists', () => {
  const text = fileOf('compose.yaml')
  const named = (list: string) =>
    new Set(
      [...text.matchAll(new RegExp(`^    ${list}: \\[(.*)]$`, 'gm'))].flatMap(([, names = '']) =>
        names.split(/,\s*/).map((name) => name.replace(/['"]/g, '').split(':')[0] ?? ''),
      ),
    )
  const [, bottom = ''] = text.split('\nvolumes:\n')
  for (const name of [...named('secrets'), ...named('volumes')].filter((one) => one !== '.'))
    expect(bottom).toMatch(new RegExp(`^  ${name}:`, 'm'))
})

test('every service of compose.yaml drops its privileges', () => {
  const [services = ''] = fileOf('compose.yaml').split('\nvolumes:\n')
  const blocks = services.split(/^  (?=\w+:$)/m).slice(1)
  expect(blocks.map((block) => block.split(':')[0])).toEqual(['database', 'app', 'proxy'])
  for (const block of blocks) {
    expect(block).toContain('    cap_drop: [ALL]\n')
    expect(block).toContain("    security_opt: ['no-new-privileges:true']\n")
  }
})
