import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import { businessToday } from '#server/base/business-time.ts'
import { services } from '#server/adapters/services.ts'
import { beginShutdown, isShuttingDown } from '#server/base/readiness.ts'
import { setBackupFolder } from '#server/backup/tasks.ts'
import { makeLocalCopy, removeLocalCopies } from '#server/backup/local-copy.ts'
import { openLocalDoor } from '#server/http/local-door.ts'
import { AdminWords, runAdminCommand } from './admin-command.ts'
import { composeServer, scheduleTasks } from './compose.ts'
import {
  type Config,
  databaseOf,
  drainMs,
  hasCardNetwork,
  isDemo,
  readConfig,
  tracingOf,
  squareAccount,
  tileOrigin,
} from '#server/base/config.ts'
import { finishCoalescedCalls } from '#server/database/coalesce-calls.ts'
import { closeDatabase, openDatabase } from '#server/database/database.ts'
import { logSlowStatements } from '#server/database/slow-statements.ts'
import { migrate } from '#server/database/migrator.ts'
import { currentSettings, onTimeZone } from '#server/base/current-settings.ts'
import { subscribeToChanges } from './subscribe-to-changes.ts'
import { log } from '#server/base/log.ts'
import { checkUntilAnswered } from '#server/features/payments/network-check.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { startQueue, stopQueue } from '#server/queue/queue.ts'
import { loadReferenceData } from '#server/reference/load-reference-data.ts'
import { serveSite } from '#server/site/site.ts'
import { missingBusinessDetails } from '#shared/rules/reach.ts'
import { siteAddress } from '#server/base/site-address.ts'
import { root } from '#server/base/root.ts'
import { squarePageSources } from '#server/adapters/cards/square/page-sources.ts'
import { securityHeaders } from '#server/http/security-headers.ts'

const clientFolder = join(root, 'dist/client')

const problem = (where: string, err: unknown) => log.error({ err }, where)

/** Opens the database, serves, and ends the process with one clear line when that cannot be. */
export async function startServer(env: Record<string, string | undefined>): Promise<void> {
  try {
    await serve(readConfig(env))
  } catch (error) {
    // One line for the operator; the stack only where it helps a developer.
    log.debug({ err: error }, 'start failed')
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

async function serve(wanted: Config): Promise<void> {
  const stopTracing = await startTracing(wanted)
  logSlowStatements(wanted.SLOW_QUERY_MS)
  await openDatabase({ ...databaseOf(wanted), onProblem: problem })
  const config = await prepareDatabase(wanted)
  const app = await composeServer(config)
  if (!config.DATABASE_URL) {
    await removeLocalCopies(config.DATA_DIR)
    openLocalDoor(app, config.DATA_DIR, {
      'copy-database': () => makeLocalCopy(config.DATA_DIR),
      admin: async (asked) => ({ output: await runAdminCommand(AdminWords.parse(asked).words) }),
    })
  }
  await serveSite(app, config, clientFolder, cardPageHeaders(config))

  let working: Promise<void> | undefined
  // Registered before listening, so that an early signal already closes in order.
  closeWithGrace({ delay: drainMs(config) + 25_000 }, async ({ err }) => {
    if (err) log.fatal({ err }, 'stopping after an error')
    beginShutdown()
    if (!err) await sleep(drainMs(config))
    await app.close()
    await working
    await finishCoalescedCalls()
    await stopQueue()
    await closeDatabase()
    await stopTracing?.()
  })
  if (config.NODE_ENV === 'production' && !config.SMTP_URL && !config.OIDC_ISSUER)
    log.warn('No one can receive a sign-in code yet: set SMTP_URL or OIDC_ISSUER.')
  if (!hasCardNetwork(config)) log.warn('Card payments are off: no card provider is connected.')
  if (config.NODE_ENV === 'production' && !config.ORIGIN)
    log.warn(`Links in messages lead to ${siteAddress()}: set ORIGIN to the address people use.`)
  const missing = isDemo(config) ? [] : missingBusinessDetails(currentSettings())
  if (missing.length > 0)
    log.warn(
      `No one can see how to reach you: set ${missing.map((fact) => `BUSINESS_${fact.toUpperCase()}`).join(' and ')}, or say it on the admin's home. Contact messages go to the admins.`,
    )
  const address = await app
    .listen({ host: config.HOST, port: config.PORT })
    .catch((error) => Promise.reject(explainListening(config, error)))
  log.info({ address, demo: isDemo(config) }, 'ready')
  if (process.stdout.isTTY)
    console.log(`\n  ${currentSettings().brandName} is ready: ${config.ORIGIN ?? address}\n`)
  setTimeout(() => globalThis.gc?.(), startIsOverMs).unref()
  working = startWork(config)
  await working
}

/** By then the first requests have been answered; without this, garbage from loading the code would stay for hours. */
const startIsOverMs = 3_000

/** Loads what traces need before the first call, if they go anywhere: half a second, 17 MB. */
async function startTracing(config: Config): Promise<(() => Promise<void>) | undefined> {
  const options = tracingOf(config)
  if (!options) return undefined
  const tracing = await import('./monitoring/tracing.ts')
  return tracing.startTracing(options)
}

/** Answers the configuration to go on with: no demo around the people of a real business. */
async function prepareDatabase(config: Config): Promise<Config> {
  await migrate()
  await installQueue()
  await loadReferenceData()
  await subscribeToChanges()
  if (!isDemo(config)) return config
  const { holdsDemo, seedDemo } = await import('./demo/seed.ts')
  await seedDemo(businessToday())
  if (await holdsDemo()) return config
  log.warn(
    'This database is not the demo, so nobody is let in without a code. Set NODE_ENV=production or DEMO=0.',
  )
  return { ...config, DEMO: false }
}

function explainListening({ HOST, PORT }: Config, error: NodeJS.ErrnoException): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: 'another program uses this port. Stop it, or set PORT',
    EACCES: 'this port is reserved for the system. Set PORT to 1024 or more',
    EADDRNOTAVAIL: 'this machine does not have this address. Set HOST to one it has',
    ENOTFOUND: 'this name has no address. Set HOST to an address of this machine',
  }
  const reason = reasons[error.code ?? ''] ?? error.message
  return new Error(`Cannot listen on ${HOST}:${PORT}: ${reason}.`, { cause: error })
}

const triedAgainMs = 5_000

/** Retries until it succeeds or the process stops: a full disk or a failover of the database must not end a serving process. */
async function untilDone(what: string, run: () => Promise<void>): Promise<void> {
  while (!isShuttingDown()) {
    try {
      return await run()
    } catch (err) {
      problem(what, err)
      await sleep(triedAgainMs)
    }
  }
}

async function startWork(config: Config): Promise<void> {
  const works = config.ROLE !== 'web'
  void checkUntilAnswered()
  // A demo is generated again and needs no backup.
  if (!isDemo(config)) setBackupFolder(config.DATA_DIR)
  if (works) await untilDone('the task queue', () => startQueue(problem))
  await services()
    .vin.prepare?.()
    .catch((err: unknown) => problem('VIN data', err))
  if (isDemo(config)) {
    const { seedPhotos } = await import('./demo/seed-photos.ts')
    await seedPhotos(services().photos).catch((err: unknown) => problem('demo photos', err))
  }
  if (!works) return
  await untilDone('schedule', scheduleTasks)
  onTimeZone(() => void scheduleTasks().catch((err: unknown) => problem('schedule', err)))
}

/** Headers of pages with a card form, if they differ: Square's form loads from there. */
export function cardPageHeaders(config: Config): Readonly<Record<string, string>> | undefined {
  const square = squareAccount(config)
  const { MAP_TILES_URL } = config
  const images = MAP_TILES_URL && tileOrigin(MAP_TILES_URL)
  return square && securityHeaders(images, squarePageSources(square))
}
