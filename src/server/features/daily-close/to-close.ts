import { now } from '#server/base/clock.ts'
import type {
  CloseDifference,
  CloseFigures as WireFigures,
  CloseProblem,
  DailyClose,
  SignOff as WireSignOff,
} from '#shared/contract/daily-close.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import {
  type CloseFigures,
  explainsItself,
  netOfFigures,
  noFigures,
} from '#shared/rules/daily-close.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { translateStored } from '#shared/texts/stored-phrases.ts'
import { hasChanged } from './has-changed.ts'
import { type Compared, closeOf, type DayClose, netOfDaysUpTo } from './queries/close.ts'
import type { Difference } from './queries/differences.ts'
import type { TechnicianFigures } from './queries/figures.ts'
import type { Problem, SignOff } from './queries/records.ts'

const hourMs = 3_600_000

/** A day's money, as sent to clients. */
export async function readClose(date: LocalDate): Promise<DailyClose> {
  const [close, days] = await Promise.all([closeOf(date), netOfDaysUpTo(date)])
  const { day, first, figures, pendingCents, signOffs, compared, drawer } = close
  const [last] = signOffs
  return {
    date,
    from: day.from.toISOString(),
    to: day.to.toISOString(),
    first,
    hours: (day.to.getTime() - day.from.getTime()) / hourMs,
    state: now() < day.from ? 'ahead' : now() < day.to ? 'running' : 'over',
    total: toFigures(figures.total, pendingCents),
    technicians: techniciansOf(close),
    accounts: figures.accounts.map(({ account, debit, credit }) => ({
      account,
      debit: decimalFromCents(debit),
      credit: decimalFromCents(credit),
    })),
    entries: figures.entries,
    unfinished: close.unfinished,
    takesCards: close.takesCards,
    compared: compared && toCompared(compared),
    problems: close.problems.map(toProblem),
    signOffs: signOffs.map(toSignOff),
    drawer: {
      opening: drawer.opening && {
        amount: decimalFromCents(drawer.opening.cents),
        day: drawer.opening.day,
      },
      received: decimalFromCents(drawer.receivedCents),
      expected: drawer.expectedCents === null ? null : decimalFromCents(drawer.expectedCents),
    },
    changed: last !== undefined && hasChanged(last, figures),
    days: days.map(({ date: one, net }) => ({ date: one, net: decimalFromCents(net) })),
  }
}

const toFigures = (figures: CloseFigures, pending: number): WireFigures => ({
  captured: decimalFromCents(figures.captured),
  refunded: decimalFromCents(figures.refunded),
  cash: decimalFromCents(figures.cash),
  check: decimalFromCents(figures.check),
  terminal: decimalFromCents(figures.terminal),
  transfer: decimalFromCents(figures.transfer),
  other: decimalFromCents(figures.other),
  net: decimalFromCents(netOfFigures(figures)),
  tips: decimalFromCents(figures.tips),
  tax: decimalFromCents(figures.tax),
  // Lost money is no longer held back.
  heldBack: decimalFromCents(figures.heldBack - figures.chargedBack),
  chargedBack: decimalFromCents(figures.chargedBack),
  cancelFees: decimalFromCents(figures.cancelFees),
  notDoneFees: decimalFromCents(figures.notDoneFees),
  pending: decimalFromCents(pending),
})

/** Sorted by name, unassigned visits last; leaves out technicians with only released holds. */
function techniciansOf({ figures, pending }: DayClose): DailyClose['technicians'] {
  type Row = TechnicianFigures & { pendingCents: number }
  const rows = new Map<string | null, Row>(
    figures.technicians.map((one) => [one.id, { ...one, pendingCents: 0 }]),
  )
  for (const { id, name, cents } of pending)
    rows.set(id, {
      ...(rows.get(id) ?? { id, name, figures: noFigures }),
      pendingCents: cents,
    })
  return [...rows.values()]
    .filter(
      (row) => row.pendingCents !== 0 || Object.values(row.figures).some((cents) => cents !== 0),
    )
    .toSorted((a, b) => Number(a.id === null) - Number(b.id === null) || compare(a.name, b.name))
    .map((row) => ({ id: row.id, name: row.name, ...toFigures(row.figures, row.pendingCents) }))
}

const compare = (a: string, b: string) => a.localeCompare(b, 'en')

const charged = ({ captured, refunded }: { captured: number; refunded: number }) => ({
  captured: decimalFromCents(captured),
  refunded: decimalFromCents(refunded),
})

const toCompared = ({ readAt, sides, differences, ...rest }: Compared) => ({
  ...rest,
  at: readAt.toISOString(),
  here: charged(sides.here),
  there: charged(sides.there),
  differences: differences.map(toDifference),
})

const toDifference = (one: Difference): CloseDifference => ({
  id: one.id,
  kind: one.kind,
  here: decimalFromCents(one.hereCents),
  there: decimalFromCents(one.thereCents),
  at: one.at.toISOString(),
  otherAt: one.otherAt?.toISOString() ?? null,
  jobId: one.jobId,
  jobNumber: one.jobNumber === null ? null : jobNumber(one.jobNumber),
  reference: one.reference,
  mayRecord: one.mayRecord,
  explainsItself: explainsItself(one.kind),
  note: one.note && { ...one.note, at: one.note.at.toISOString() },
})

const toProblem = (one: Problem): CloseProblem => ({
  id: one.id,
  jobId: one.jobId,
  jobNumber: jobNumber(one.jobNumber),
  text: translateStored(one.detail),
  stuckAmount: one.stuckCents === null ? null : decimalFromCents(one.stuckCents),
  at: one.at.toISOString(),
  resolved: one.resolvedAt && {
    by: one.resolvedBy ?? '',
    at: one.resolvedAt.toISOString(),
    note: one.resolution ?? '',
    outcome: one.outcome,
  },
})

const toSignOff = ({
  countedCashCents: counted,
  expectedCashCents: expected,
  takenCashCents: taken,
  figures,
  at,
  ...rest
}: SignOff): WireSignOff => ({
  ...rest,
  at: at.toISOString(),
  figures: toFigures(figures, figures.pending),
  countedCash: counted === null ? null : decimalFromCents(counted),
  drawer:
    counted === null || taken === null
      ? null
      : {
          expected: expected === null ? null : decimalFromCents(expected),
          taken: decimalFromCents(taken),
          left: decimalFromCents(counted - taken),
        },
})
