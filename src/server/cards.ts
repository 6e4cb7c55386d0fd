import type { FastifyInstance } from 'fastify'
import { createSimulator } from './adapters/cards/simulator.ts'
import { simulatorRoutes } from './adapters/cards/simulator/routes.ts'
import { now } from '#server/base/clock.ts'
import { chooseCardNetwork } from './features/payments/provider.ts'
import { simulatorBank, simulatorKey } from './features/payments/simulator-bank.ts'

/** Chooses the card simulator for this process and serves its card form; `requestsPerMinute` by one address, 0: no limit. */
export async function simulateCards(
  app: FastifyInstance,
  requestsPerMinute: number,
): Promise<void> {
  const simulator = createSimulator({ bank: simulatorBank, now, webhookKey: simulatorKey })
  chooseCardNetwork(simulator)
  await app.register(simulatorRoutes(simulator, requestsPerMinute))
}
