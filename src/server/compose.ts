import type { FastifyInstance } from 'fastify'
import { isDiskFull } from './adapters/photos/disk.ts'
import { createSimulator } from './adapters/cards/simulator.ts'
import { createSquare } from './adapters/cards/square.ts'
import { simulatorRoutes } from './adapters/cards/simulator/routes.ts'
import { openIdProvider } from './adapters/oidc/openid.ts'
import { provideServices } from './adapters/services.ts'
import { now } from '#server/base/clock.ts'
import {
  businessOf,
  type Config,
  hasCardNetwork,
  isDemo,
  mapTilesOf,
  squareAccount,
  tileOrigin,
  twilioAccount,
} from '#server/base/config.ts'
import { startFromSettings } from '#server/base/current-settings.ts'
import { chooseServices } from './choose-services.ts'
import { demoBusiness, demoSpanish } from './demo/business.ts'
import { firstSpanish } from './reference/spanish.ts'
import { readingFromStandby } from './database/database.ts'
import { isOutOfService } from './database/sql-state.ts'
import { personReader, shutOutReader } from '#server/sessions/sessions.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { feedRoutes, servesFeeds } from './features/booking/feed-routes.ts'
import { bookingRoutes } from './features/booking/routes.ts'
import { planRoutes } from './features/plans/routes.ts'
import { promotionRoutes } from './features/promotions/routes.ts'
import { catalogRoutes } from './features/catalog/routes.ts'
import { conversationRoutes } from './features/conversation/routes.ts'
import { contactRoutes } from './features/contact/routes.ts'
import { callerRoutes } from './features/callers/routes.ts'
import { companyRoutes } from './features/companies/routes.ts'
import { statementRoutes } from './features/companies/statement-routes.ts'
import { customerRoutes } from './features/customers/routes.ts'
import { dailyCloseRoutes } from './features/daily-close/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { diagnosticRoutes } from './features/diagnostics/routes.ts'
import { exportRoutes } from './features/exports/routes.ts'
import { leaverOfRequest } from './features/accounts/actions/hand-in-codes.ts'
import { guestOfRequest } from './features/guests/queries.ts'
import { guestRoutes } from './features/guests/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { inspectionRoutes } from './features/inspections/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { ownDataRoutes } from './features/own-data/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { simulatorBank, simulatorKey } from './features/payments/actions/simulator-bank.ts'
import { photoRoutes } from './features/photos/routes.ts'
import { recommendationRoutes } from './features/recommendations/routes.ts'
import { receiptRoutes } from './features/receipts/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { scheduleRoutes } from './features/schedule/routes.ts'
import { searchRoutes } from './features/search/routes.ts'
import { serviceAreaRoutes } from './features/service-area/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { setupRoutes } from './features/setup/routes.ts'
import { technicianRoutes } from './features/technicians/routes.ts'
import { vehicleRoutes } from './features/vehicles/routes.ts'
import { waitlistRoutes } from './features/waitlist/routes.ts'
import { answerLoopbackNamesOnly } from './http/loopback-names.ts'
import { definedTasks } from './queue/task.ts'
import { buildServer } from './http/server.ts'
import { serveMetrics } from '#server/monitoring/serve-metrics.ts'
import { serveSockets } from '#server/websocket/live.ts'
import { log } from '#server/base/log.ts'
import { NotFound } from './http/errors.ts'
import { ownOrigin } from './http/same-origin.ts'
import { phrase } from '#shared/texts/t.ts'
import { operationsRoutes } from '#server/features/operations/routes.ts'
import { noteAddress, setSiteAddress } from '#server/base/site-address.ts'
import { storedAnswers } from '#server/idempotency/stored-answers.ts'

// A serving process can enqueue any task, so all of them are defined with the server.
export { scheduleTasks } from './tasks.ts'

/** Names of all background tasks. */
export const knownTasks = (): Set<string> => new Set(definedTasks().map(({ name }) => name))

/** The HTTP server with every feature; the database must be open. Does not listen yet. */
export async function composeServer(config: Config): Promise<FastifyInstance> {
  const demo = isDemo(config)
  startFromSettings({
    ownSpanish: { ...firstSpanish, ...(demo && demoSpanish) },
    ...(demo && demoBusiness),
    ...businessOf(config),
  })
  const site = config.ORIGIN ? { origin: config.ORIGIN } : {}
  const square = squareAccount(config)
  const simulator =
    hasCardNetwork(config) && !square
      ? createSimulator({ bank: simulatorBank, now, webhookKey: simulatorKey })
      : undefined
  provideServices(chooseServices(config, square ? createSquare(square) : simulator))
  setSiteAddress(config.ORIGIN, `http://${config.HOST}:${config.PORT}`)
  const bySession = personReader(site)
  const app = await buildServer({
    handlers: {
      ...operationsRoutes({
        demo,
        telephony: twilioAccount(config) !== undefined,
        addressSuggestions: config.GEOCODER_URL !== undefined,
        cardPayments: hasCardNetwork(config),
        oidcName: oidcName(config),
        mapTiles: mapTilesOf(config),
      }),
      ...accountRoutes({
        ...site,
        demo,
        adminEmail: config.ADMIN_EMAIL,
        identityProvider: identityProvider(config),
      }),
      ...ownDataRoutes,
      ...vehicleRoutes,
      ...bookingRoutes,
      ...waitlistRoutes,
      ...guestRoutes(site),
      ...serviceAreaRoutes,
      ...catalogRoutes,
      ...promotionRoutes,
      ...planRoutes,
      ...jobRoutes,
      ...conversationRoutes,
      ...notificationRoutes,
      ...contactRoutes,
      ...paymentRoutes,
      ...photoRoutes,
      ...inspectionRoutes,
      ...recommendationRoutes,
      ...receiptRoutes,
      ...reviewRoutes,
      ...dashboardRoutes,
      ...dailyCloseRoutes,
      ...scheduleRoutes,
      ...feedRoutes,
      ...diagnosticRoutes({
        dataDir: config.DATA_DIR,
        backupsEncrypted: config.BACKUP_KEY !== undefined,
      }),
      ...customerRoutes,
      ...companyRoutes,
      ...statementRoutes,
      ...importRoutes,
      ...exportRoutes,
      ...technicianRoutes,
      ...settingsRoutes,
      ...setupRoutes,
      ...searchRoutes,
      ...callerRoutes,
      ...auditRoutes,
    },
    personOf: async (request) =>
      (await leaverOfRequest(request)) ?? (await guestOfRequest(request)) ?? bySession(request),
    isShutOut: shutOutReader(site),
    repeats: storedAnswers,
    readMuch: readingFromStandby,
    origin: config.ORIGIN && new URL(config.ORIGIN).origin,
    logger: log,
    requestsPerMinute: config.REQUESTS_PER_MINUTE,
    trustProxy: config.TRUST_PROXY,
    images: config.MAP_TILES_URL && tileOrigin(config.MAP_TILES_URL),
    isOutOfService: (error) => isOutOfService(error) || isDiskFull(error),
  })
  if (config.ROLE === 'worker') answerOperationsOnly(app)
  if (demo && !config.DEMO_BEYOND_LOOPBACK) answerLoopbackNamesOnly(app)
  // Outside production, links in messages use the address in use; only the site's own requests are believed.
  if (config.NODE_ENV !== 'production' && !config.ORIGIN)
    app.addHook('onRequest', async (request) => noteAddress(ownOrigin(request, undefined)))
  const sockets = serveSockets(app, { site, requestsPerMinute: config.REQUESTS_PER_MINUTE })
  await serveMetrics(app, { token: config.METRICS_TOKEN, openSockets: sockets.count })
  await app.register(servesFeeds(config.REQUESTS_PER_MINUTE))
  if (simulator) await app.register(simulatorRoutes(simulator, config.REQUESTS_PER_MINUTE))
  return app
}

const answeredByWorkers = new Set(['/api/health', '/api/ready', '/metrics'])

/** Answers only health and metrics in a process without pages. */
function answerOperationsOnly(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    if (!answeredByWorkers.has(url.split('?')[0] ?? ''))
      throw new NotFound(phrase('This process only does the work in the background.'))
  })
}

function oidcName(config: Config): string | null {
  if (!config.OIDC_ISSUER) return null
  return config.OIDC_NAME ?? new URL(config.OIDC_ISSUER).hostname
}

function identityProvider(config: Config) {
  const name = oidcName(config)
  if (!config.OIDC_ISSUER || !config.OIDC_CLIENT_ID || !name) return null
  return openIdProvider({
    name,
    issuer: config.OIDC_ISSUER,
    clientId: config.OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET,
  })
}
