import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { localMailer } from '#server/adapters/mail/port.ts'
import type { Router } from '#server/adapters/router/port.ts'
import { services } from '#server/adapters/services.ts'
import { localTelephony } from '#server/adapters/telephony/port.ts'
import { storedBackups } from '#server/base/stored-backups.ts'
import { engine, queryRow } from '#server/database/database.ts'
import { queueBacklog } from '#server/queue/queue-backlog.ts'
import type { SystemState } from '#shared/contract/diagnostics.ts'
import { root } from '#server/base/root.ts'
import { coreSpotCenters } from '#server/reads/core-spots.ts'

const started = new Date(Date.now() - process.uptime() * 1000).toISOString()

export type SystemOptions = { dataDir: string; backupsEncrypted: boolean }

/** The current state of this process and its dependencies. */
export async function systemState({
  dataDir,
  backupsEncrypted,
}: SystemOptions): Promise<SystemState> {
  const backups = await storedBackups(dataDir)
  const { mailer, telephony, cards } = services()
  const [{ due, oldestDueAt, failed }, router, optimizer, mailIsReady] = await Promise.all([
    queueBacklog(),
    routerState(),
    optimizerState(),
    mailer.isReady?.() ?? true,
  ])
  return {
    version: await productVersion(),
    node: process.version,
    startedAt: started,
    database: await databaseState(),
    queue: { due, oldestDueAt: oldestDueAt?.toISOString() ?? null, failed },
    diskFreeBytes: await freeBytes(dataDir),
    backups: {
      count: backups.length,
      newest: backups.at(-1) ?? null,
      encrypted: backupsEncrypted,
    },
    mail: mailIsReady ? leaving(mailer, mailer === localMailer) : 'refused',
    texts: leaving(telephony, telephony === localTelephony),
    cards: cards?.form.provider ?? null,
    router,
    optimizer,
  }
}

/** Requests one drive to show the router's current state; without a core spot there is no place to ask about. */
async function routerState(): Promise<SystemState['router']> {
  const { router } = services()
  if (!router) return null
  const [spot] = coreSpotCenters()
  const near = spot && { ...spot, latitude: spot.latitude + 0.05 }
  if (near) await router.drives([spot], [near]).catch(() => undefined)
  return asShown(router.lastAnswer())
}

/** Requests a day with one visit to show the optimizer's current state. */
async function optimizerState(): Promise<SystemState['optimizer']> {
  const { optimizer } = services()
  if (!optimizer) return null
  await optimizer.routes(oneVisit).catch(() => undefined)
  return asShown(optimizer.lastAnswer())
}

const oneVisit = {
  starts: [480],
  first: [[1]],
  between: [[0]],
  together: [[false]],
  may: [[true]],
  now: [0],
  locked: [false],
}

const asShown = (last: ReturnType<Router['lastAnswer']>) => ({
  answeredAt: last?.at.toISOString() ?? null,
  problem: last?.problem?.kind ?? null,
  answer: last?.problem?.kind === 'refused' ? last.problem.answer : null,
})

const leaving = ({ isDeadEnd }: { isDeadEnd?: boolean }, isKept: boolean) =>
  isDeadEnd ? 'none' : isKept ? 'kept' : 'sent'

const freeBytes = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )

async function databaseState(): Promise<SystemState['database']> {
  const from = performance.now()
  const row = await queryRow<{ version: string; bytes: number }>({
    name: 'database-state',
    text: `select current_setting('server_version') as version,
             pg_database_size(current_database()) as bytes`,
  })
  const answeredMs = Math.round(performance.now() - from)
  return { engine: engine(), version: row?.version ?? '', bytes: row?.bytes ?? 0, answeredMs }
}

async function productVersion(): Promise<string> {
  const file = join(root, 'package.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { version: string }).version
}
