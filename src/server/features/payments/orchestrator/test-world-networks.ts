import type { CardNetwork } from '#server/adapters/cards/port.ts'
import { createSimulator } from '#server/adapters/cards/simulator.ts'
import type { CardOutcome } from '#server/adapters/cards/simulator/simulated-cards.ts'
import { memoryBank } from '#server/adapters/cards/simulator/test-bank.ts'
import { createSquare } from '#server/adapters/cards/square.ts'
import { fetchFrom } from '#server/adapters/cards/square/test-square/in-process.ts'
import {
  startTestSquare,
  type TestSquare,
} from '#server/adapters/cards/square/test-square/server.ts'
import type { Wallet } from '#shared/rules/wallets.ts'

/** An in-memory card network, new for each random order, with actions only it can do. */
export type WorldNetwork = {
  network: CardNetwork
  /** A one-time token of a card with that outcome, typed or from a wallet. */
  mintToken: (outcome: CardOutcome, wallet?: Wallet) => Promise<string>
  /** A refund in the network's dashboard; nothing if refused. */
  refundInDashboard: (paymentId: string, cents: number) => Promise<void>
  /** Ids of all payments ever made. */
  paymentIds: () => string[]
  /** Sent webhooks. */
  sent: () => readonly { body: string; headers: Record<string, string> }[]
}
export type MakeNetwork = (now: () => Date) => WorldNetwork

const card = (outcome: CardOutcome, wallet?: Wallet) => ({
  outcome,
  brand: 'Visa',
  last4: '1111',
  wallet,
})

export const simulatedNetwork: MakeNetwork = (now) => {
  const memory = memoryBank()
  const network = createSimulator({
    bank: memory.bank,
    now,
    webhookKey: async () => Buffer.from('key'),
  })
  return {
    network,
    mintToken: (outcome, wallet) => network.mintToken(card(outcome, wallet)),
    refundInDashboard: async (paymentId, cents) => {
      await network.refundInDashboard(paymentId, cents)
    },
    paymentIds: memory.paymentIds,
    sent: () => memory.sent,
  }
}

/** Square's adapter with its SDK, in front of a local Square that restarts for each order. */
export async function squareNetworks(): Promise<{ make: MakeNetwork; close: () => Promise<void> }> {
  let time = () => new Date()
  const square = await startTestSquare({ now: () => time() })
  const network = createSquare(square.account, { fetch: fetchFrom(square) })
  const make: MakeNetwork = (now) => {
    time = now
    square.reset()
    return {
      network,
      mintToken: async (outcome, wallet) => square.records.mintToken(card(outcome, wallet)),
      refundInDashboard: async (paymentId, cents) => refundThere(square, paymentId, cents),
      paymentIds: () => [...square.records.payments.keys()],
      sent: () => square.sent,
    }
  }
  return { make, close: () => square.close() }
}

function refundThere({ act, account }: TestSquare, payment_id: string, amount: number): void {
  const body = JSON.stringify({ payment_id, amount_money: { amount, currency: 'USD' } })
  act('POST /v2/refunds', new URL('/v2/refunds', account.apiUrl), body)
}

/** Reports when a call to the network begins (1) and ends (-1), even by failure. */
export function countCalls<N extends CardNetwork>(network: N, say: (by: 1 | -1) => void): N {
  return new Proxy(network, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        say(1)
        try {
          return (await Reflect.apply(member, target, args)) as unknown
        } finally {
          say(-1)
        }
      }
    },
  })
}
