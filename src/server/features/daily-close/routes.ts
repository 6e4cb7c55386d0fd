import { businessToday } from '#server/base/business-time.ts'
import { happened } from '#server/events/happened.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { dailyClose } from '#shared/contract/daily-close.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { compareDay } from './actions/compare-day.ts'
import { explainDifference, recordDifference } from './actions/settle-difference.ts'
import { signOff } from './actions/sign-off.ts'
import { drawerCsv } from './queries/drawer-csv.ts'
import { ledgerCsv } from './queries/ledger-csv.ts'
import { readClose } from './to-close.ts'

export const dailyCloseRoutes = {
  'GET /api/admin/close': ({ query }) => readClose(query.date ?? businessToday()),

  'POST /api/admin/close': async ({ body, person }) => {
    const { date, entries: seenEntries, early, countedCash = '', takenCash = '' } = body
    const countedCashCents = centsFromDecimal(countedCash) ?? null
    const takenCashCents = centsFromDecimal(takenCash) ?? 0
    await signOff(person, { date, seenEntries, early, countedCashCents, takenCashCents })
    return readClose(date)
  },

  'POST /api/admin/close/compare': ({ body: { date, cursor }, person }) =>
    compareDay(person, date, cursor),

  'POST /api/admin/close/explain': async ({ body, person }) => {
    await explainDifference(person, { ...settlingOf(body), note: body.note })
    return readClose(body.date)
  },

  'POST /api/admin/close/record': async ({ body, person }) => {
    await recordDifference(person, settlingOf(body))
    return readClose(body.date)
  },

  'GET /api/admin/close/export': async ({ query: { from, to = from }, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'ledger' } })
    return {
      file: 'csv',
      name: from === to ? `ledger-${from}.csv` : `ledger-${from}-to-${to}.csv`,
      text: ledgerCsv(from, to),
    }
  },

  'GET /api/admin/close/drawer': async ({ query: { from, to = from }, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'cash_drawer' } })
    return {
      file: 'csv',
      name: from === to ? `cash-drawer-${from}.csv` : `cash-drawer-${from}-to-${to}.csv`,
      text: drawerCsv(from, to),
    }
  },
} satisfies HandlersOf<typeof dailyClose>

type Sent = { date: string; id: string; here: string; there: string }

const settlingOf = ({ date, id, here, there }: Sent) => ({
  date,
  id,
  seen: { hereCents: centsOf(here), thereCents: centsOf(there) },
})

/** For an amount that may be negative; the contract has checked its format. */
const centsOf = (amount: string) => Number(amount.replace('.', ''))
