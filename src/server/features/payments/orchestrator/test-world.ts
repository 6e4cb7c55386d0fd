import { randomUUID } from 'node:crypto'
import type { CardOutcome } from '#server/adapters/cards/simulator/simulated-cards.ts'
import { withFaults } from '#server/adapters/cards/test-faults.ts'
import { AppError } from '#server/http/errors.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { feeDecisionHours } from '#shared/rules/fees.ts'
import { isActiveJob } from '#shared/rules/jobs.ts'
import type { Wallet } from '#shared/rules/wallets.ts'
import { fullCents, uncancelledCents } from '#shared/rules/visit-cost.ts'
import type { Urgency } from './claim-operation.ts'
import {
  awaitsDecision,
  dueOf,
  type PaymentAccount,
  type LedgerEntry,
  netOf,
} from './payment-account.ts'
import { wakeAt } from './payment-state.ts'
import { type ChangeAccount, orchestrate } from './orchestrate.ts'
import { type PaymentNotice, paymentNotices } from '../payment-notices.ts'
import { account as newAccount, now as start } from './test-account.ts'
import { cardOnFile } from './record-answer.ts'
import { countCalls, type MakeNetwork } from './test-world-networks.ts'
import { openTip } from './tip-intent.ts'
import { openIntent, type PaymentIntent } from './payment-intents.ts'

/** A call to the network waiting at one of its two fault points. */
type Waiting = { go: () => void; fail: () => void }

/**
 * One job's payment in memory: the real orchestrator and a card network, with every call held at its fault points until the
 * test lets it continue, fail or never return.
 */
export function makeWorld(
  makeNetwork: MakeNetwork,
  { startsInHours, taxRateBp }: { startsInHours: number; taxRateBp: number | null },
) {
  let time = start.getTime()
  let free = false
  let waiting: Waiting[] = []
  let failure: unknown
  const now = () => new Date(time)
  const startsAt = new Date(time + startsInHours * 3_600_000)
  const state = {
    account: newAccount({
      // Part of the package is taxed.
      job: {
        ...newAccount().job,
        startsAt,
        taxRateBp,
        taxableCents: taxRateBp === null ? 0 : 9999,
      },
    }),
    entries: [] as LedgerEntry[],
    failed: new Set<string>(),
    told: [] as PaymentNotice[],
  }

  const { network, mintToken, ...there } = makeNetwork(now)
  const calls = { busy: 0 }
  /** Everything that can proceed without release has done so. */
  const settle = async () => {
    do await turn()
    while (calls.busy > 0)
  }
  const counted = countCalls(network, (by) => (calls.busy += by))
  const faulty = withFaults(counted, () => {
    if (free) return
    return new Promise<void>((go, reject) => {
      waiting.push({ go, fail: () => reject(new Error('lost')) })
    })
  })
  const change: ChangeAccount = async (_jobId, decide) => {
    const decided = decide(state.account)
    const { account, notices } = paymentNotices(state.account, decided, now())
    state.account = account
    state.told.push(...notices)
    for (const entry of decided.entries) {
      if (state.entries.some((known) => known.ref === entry.ref))
        throw new Error(`${entry.ref} was booked twice`)
      state.entries.push(entry)
    }
    return { ...decided, account }
  }
  const plan = (urgency: Urgency) =>
    orchestrate({ change, network: faulty, now }, state.account.jobId, urgency)
  /** Starts work that continues when its calls are released. */
  const begin = async (run: () => Promise<unknown>) => {
    run().catch((error: unknown) => {
      if (!(error instanceof AppError)) failure ??= error
    })
    await settle()
  }

  return {
    state,
    network,
    paymentIds: there.paymentIds,
    now,
    plan: (urgency: Urgency) => begin(() => plan(urgency)),
    /** A customer enters a card to hold or charge the missing amount. */
    pay: (outcome: CardOutcome, intent: PaymentIntent, wallet?: Wallet) =>
      begin(async () => {
        const sourceId = await mintToken(outcome, wallet)
        const amount = decimalFromCents(Math.max(0, dueOf(state.account) - netOf(state.account)))
        const { jobId } = state.account
        const form = { sourceId, wallet, saveForLater: false, amount, jobId, enteredBy: null }
        await change(jobId, (account) => openIntent(account, form, intent, now()))
        await plan('person')
      }),
    /** The same with a saved card. */
    payKept: (outcome: CardOutcome, intent: PaymentIntent) =>
      begin(async () => {
        const token = await mintToken(outcome)
        const { jobId, customer } = state.account
        const call = { key: randomUUID(), attempt: 1, token, customer }
        // A lost answer arrives the second time.
        await counted.saveCard(call)
        const saved = await counted.saveCard(call)
        if (saved.outcome !== 'ok') return
        const amount = decimalFromCents(Math.max(0, dueOf(state.account) - netOf(state.account)))
        const entry = { card: cardOnFile(saved.value, now()), amount, jobId, enteredBy: null }
        await change(jobId, (account) => openIntent(account, entry, intent, now()))
        await plan('person')
      }),
    setJob(job: Partial<PaymentAccount['job']>) {
      state.account = { ...state.account, job: { ...state.account.job, ...job } }
    },
    /** A customer tips, by the stored card or another. */
    tip: (cents: number, outcome: CardOutcome | null) =>
      begin(async () => {
        const sourceId = outcome ? await mintToken(outcome) : undefined
        const { jobId } = state.account
        await change(jobId, (account) => openTip(account, { cents, sourceId }, now()))
        await plan('person')
      }),
    /** The office refunds part of the tip. */
    refundTip(cents: number) {
      const { account } = state
      state.account = { ...account, tipCents: Math.max(0, account.tipCents - cents) }
    },
    /** Cancels with a fee of at most the visit's cost. */
    cancel(cents: number) {
      if (!isActiveJob(state.account.job.status)) return
      const feeCents = Math.min(cents, dueOf(state.account))
      const job = { ...state.account.job, status: 'cancelled' as const, cancelledAt: now() }
      state.account = { ...state.account, feeCents, job }
    },
    /** Ends not done: the hold waits for a fee. */
    endNotDone() {
      if (!isActiveJob(state.account.job.status)) return
      const feeDecisionUntil = new Date(time + feeDecisionHours * 3_600_000)
      const ended = { status: 'cancelled' as const, cancelledAt: now(), feeDecisionUntil }
      state.account = { ...state.account, job: { ...state.account.job, ...ended } }
    },
    /** The office decides, if it still may. */
    decide(cents: number) {
      const { account } = state
      if (!awaitsDecision(account, now())) return
      const feeCents = Math.min(cents, uncancelledCents(account.job, account))
      state.account = { ...account, feeCents, job: { ...account.job, feeDecisionUntil: null } }
    },
    adjust(cents: number) {
      const { account } = state
      if (account.job.status === 'cancelled') return
      state.account = { ...account, adjustmentCents: cents - fullCents(account.job) }
    },
    travel(hours: number) {
      time += hours * 3_600_000
    },
    /** Delivers a webhook, the newest or an old one again. */
    async deliver(index: number) {
      const sent = there.sent()
      const event = sent.at(-1 - (index % Math.max(1, sent.length)))
      if (!event) return
      const read = await network.readEvent(event.body, event.headers)
      const { holds, captures } = state.account
      const ours = [...holds, ...captures].some((row) => row.paymentId === read?.paymentId)
      if (ours) state.account = { ...state.account, syncAt: now() }
      await begin(() => plan('routine'))
    },
    async refundInDashboard(index: number, cents: number) {
      const ids = there.paymentIds()
      const id = ids[index % Math.max(1, ids.length)]
      if (id && cents > 0) await there.refundInDashboard(id, cents)
      await settle()
    },
    async letGo(index: number, how: 'go' | 'fail' | 'never') {
      const [call] = waiting.splice(index % Math.max(1, waiting.length), 1)
      if (how === 'go') call?.go()
      if (how === 'fail') call?.fail()
      await settle()
    },
    /** The process dies and restarts, faults are over, webhooks arrive. */
    async restart() {
      waiting = []
      free = true
      state.account = { ...state.account, syncAt: now() }
      await plan('boot')
    },
    /** Time passes, the orchestrator waking as requested, until `hours` are over or it sleeps for good. */
    async letTimeRun(hours: number) {
      const end = time + hours * 3_600_000
      for (let wakes = 0; ; wakes++) {
        if (wakes > 2000) throw new Error('The orchestrator never sleeps.')
        const wake = wakeAt(state.account, now())
        if (!wake || wake.getTime() > end) break
        time = Math.max(time, wake.getTime())
        await plan('routine')
      }
      if (failure) throw failure
    },
  }
}
export type World = ReturnType<typeof makeWorld>

// Promises that wait only for promises settle once the event loop turns.
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))
