import { t, text } from '../texts/t.ts'
import { centsFromDollars } from './money.ts'

/** Methods of payments recorded by the office or a technician. */
export const recordedMethods = ['cash', 'check', 'terminal', 'transfer', 'other'] as const
export type RecordedMethod = (typeof recordedMethods)[number]

export const recordedMethodLabels: Record<RecordedMethod, string> = {
  cash: text('Cash'),
  check: text('payment|Check'),
  terminal: text('Card terminal'),
  transfer: text('Zelle or bank transfer'),
  other: text('payment|Other'),
}

/** The ledger account that each method's money is booked to; `cash` is the card network's. */
export const recordedAccounts = {
  cash: 'cash_drawer',
  check: 'checks',
  terminal: 'terminal',
  transfer: 'bank',
  other: 'other_receipts',
} as const satisfies Record<RecordedMethod, string>
export type RecordedAccount = (typeof recordedAccounts)[RecordedMethod]

/** The method whose money an account holds; undefined for other accounts. */
export const methodOfAccount = (account: string): RecordedMethod | undefined =>
  recordedMethods.find((method) => recordedAccounts[method] === account)

/** SQL: the accounts that hold received money; `withCards` includes the card network's. */
export const receivedAccountsSql = ({ withCards = false } = {}): string =>
  [...(withCards ? ['cash'] : []), ...Object.values(recordedAccounts)]
    .map((account) => `'${account}'`)
    .join(', ')

/** "Paid in cash", as on receipts. */
export function paidBy(method: RecordedMethod): string {
  const words: Record<RecordedMethod, string> = {
    cash: t('Paid in cash'),
    check: t('Paid by check'),
    terminal: t('Paid at the card terminal'),
    transfer: t('Paid by transfer'),
    other: t('Paid another way'),
  }
  return words[method]
}

export type TakenWays = Record<
  'takesCash' | 'takesChecks' | 'takesTerminal' | 'takesTransfers',
  boolean
>

/** Ways to pay the business other than by card online. */
export const directMethodsOf = (settings: TakenWays): RecordedMethod[] =>
  (
    [
      ['cash', settings.takesCash],
      ['check', settings.takesChecks],
      ['terminal', settings.takesTerminal],
      ['transfer', settings.takesTransfers],
    ] as const
  ).flatMap(([method, isTaken]) => (isTaken ? [method] : []))

/** The methods a technician may choose: those, or all if the business named none. */
export function methodsToRecord(settings: TakenWays): readonly RecordedMethod[] {
  const direct = directMethodsOf(settings)
  return direct.length > 0 ? direct : recordedMethods
}

/** "in cash, by check or by card when we come" */
export function describeWays(methods: readonly RecordedMethod[]): string {
  const words: Record<RecordedMethod, string> = {
    cash: t('in cash'),
    check: t('by check'),
    terminal: t('by card at the visit'),
    transfer: t('by Zelle or bank transfer'),
    other: t('another way'),
  }
  const ways = methods.map((method) => words[method])
  const last = ways.pop() ?? ''
  return ways.length > 0 ? t('{ways} or {last}', { ways: ways.join(', '), last }) : last
}

type Recordable = { amount: string; paid: string; tipMissing?: string | undefined }

/** The most that can be recorded for a visit, in cents: the open amount plus dispute losses, of its tip too. */
export const recordableCents = ({ amount, paid, tipMissing = '0.00' }: Recordable): number =>
  Math.max(0, centsFromDollars(Number(amount) - Number(paid))) +
  centsFromDollars(Number(tipMissing))

/** Days a payment may be recorded late. */
export const recordedLateDays = 366
