import { services } from '#server/adapters/services.ts'
import type { HandlersOf } from '#server/http/handlers.ts'
import type { cardNetworkCalls, CardNetworkState } from '#shared/contract/card-network.ts'
import { wording } from '#shared/texts/t.ts'
import { receiveEvent, replayEvent } from './actions/receive-event.ts'
import { checkCardNetwork, lastCheck } from './network-check.ts'
import { networkEvents } from './queries/network-events.ts'
import { businessToday } from '#server/base/business-time.ts'
import { now } from '#server/base/clock.ts'
import { loadJob } from '#server/reads/visits.ts'
import { Invalid } from '#server/http/errors.ts'
import { happened } from '#server/events/happened.ts'
import { setPageHeaders, usualPageSize } from '#server/http/paging.ts'
import type { payments } from '#shared/contract/payments.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'
import { mayManageBooking } from '#shared/rules/permissions.ts'
import { adjustPayment } from './actions/adjust-payment.ts'
import { giveTip } from './actions/give-tip.ts'
import { preAuthorize } from './actions/pre-authorize.ts'
import { processPayment } from './actions/process-payment.ts'
import { refuseOtherAmount } from './actions/given-card.ts'
import { recordPayment, takeBackPayment } from './actions/record-payment.ts'
import { refreshFromNetwork } from './actions/refresh-from-network.ts'
import { refundPayment } from './actions/refund-payment.ts'
import { resolveDiscrepancy } from './actions/resolve-discrepancy.ts'
import { countPayments, countedPayments, findPayments } from './queries/payments.ts'
import { paymentTotals } from './queries/payment-totals.ts'
import { paymentsCsv } from './payments-csv.ts'
import { cardNetwork } from './card-network.ts'
import {
  paymentOf,
  refundedInDashboard,
  scheduledHolds,
  toPayment,
  toPaymentDue,
} from './queries.ts'
import type { cards } from '#shared/contract/cards.ts'
import { addCard } from './actions/add-card.ts'
import { preferCard, removeCard } from './actions/remove-card.ts'
import { savedCardOf, savedCardsOf } from './queries/saved-cards.ts'
import type { invoices } from '#shared/contract/invoices.ts'
import { countedInvoices, countInvoices, findInvoices, invoiceTotals } from './queries/invoices.ts'
import { invoicesCsv } from './invoices-csv.ts'

export const paymentRoutes = {
  'GET /api/payments': async ({ query, reply }) => {
    const [{ rows, next }, { total, capped }] = await Promise.all([
      findPayments({ ...query, limit: query.limit ?? usualPageSize }),
      countPayments(query),
    ])
    setPageHeaders(reply, { total, next }, capped, countedPayments)
    return rows.map(toPayment)
  },

  'GET /api/payments/summary': async ({ query }) => {
    const { found, captured, recorded, refunded, held, owed, later, salesTax, tips, ...totals } =
      await paymentTotals(query)
    const { disputed, chargedBack, recovered } = totals
    return {
      found,
      captured: decimalFromCents(captured),
      ...(recorded > 0 && { recorded: decimalFromCents(recorded) }),
      refunded: decimalFromCents(refunded),
      ...(disputed > 0 && { disputed: decimalFromCents(disputed) }),
      ...(chargedBack > 0 && { chargedBack: decimalFromCents(chargedBack) }),
      ...(recovered > 0 && { recovered: decimalFromCents(recovered) }),
      held: decimalFromCents(held),
      owed: decimalFromCents(owed),
      later: decimalFromCents(later),
      ...(salesTax > 0 && { salesTax: decimalFromCents(salesTax) }),
      ...(tips > 0 && { tips: decimalFromCents(tips) }),
    }
  },

  'GET /api/payments/export': async ({ query, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'payments' } })
    return {
      file: 'csv',
      name: `payment-data-${businessToday()}.csv`,
      text: await paymentsCsv(query),
    }
  },

  'GET /api/payments/config': () => cardNetwork().form,

  'GET /api/payments/{jobId}': async ({ params }) => toPayment(await paymentOf(params.jobId)),

  'GET /api/payments/due/{jobId}': async ({ params, person }) => {
    await loadJob(person, params.jobId, mayManageBooking)
    return toPaymentDue(await paymentOf(params.jobId), now())
  },

  'POST /api/payments/process': {
    act: ({ body, person }) => processPayment(person, body),
    onOtherBody: ({ body, person }) => refuseOtherAmount(person, body),
  },

  'POST /api/payments/pre-authorize': {
    act: ({ body, person }) => preAuthorize(person, body),
    onOtherBody: ({ body, person }) => refuseOtherAmount(person, body),
  },

  'POST /api/jobs/{id}/tip': ({ params, body: { amount, ...card }, person }) =>
    giveTip(person, params.id, { cents: centsFromDecimal(amount) ?? 0, ...card }),

  'POST /api/payments/{jobId}/record': async ({ params, body, person, request }) => {
    const cents = centsFromDecimal(body.amount) ?? 0
    const keyed = request.headers['idempotency-key'] !== undefined
    await recordPayment(person, params.jobId, { ...body, cents, keyed })
    return toPayment(await paymentOf(params.jobId))
  },

  'DELETE /api/payments/{jobId}/record/{id}': async ({ params, body, person }) => {
    const { jobId, id: recordId } = params
    await takeBackPayment(person, { jobId, recordId }, body.reason)
    return toPayment(await paymentOf(jobId))
  },

  'PATCH /api/payments/{jobId}/adjust': async ({ params, body, person }) => {
    const cents = centsFromDecimal(body.amount)
    if (cents === undefined) throw new Invalid()
    const { reason, confirmed = false } = body
    const seenCents = centsFromDecimal(body.seenAmount ?? '')
    await adjustPayment(person, params.jobId, { cents, reason, confirmed, seenCents })
    return toPayment(await paymentOf(params.jobId))
  },

  'POST /api/payments/{jobId}/refund': async ({ params, body, person, request }) => {
    const cents = centsFromDecimal(body.amount)
    const key = request.headers['idempotency-key']
    if (cents === undefined) throw new Invalid()
    await refundPayment(person, params.jobId, {
      cents,
      of: body.of,
      reason: body.reason,
      seenCents: centsFromDecimal(body.refundedAmount ?? ''),
      key: typeof key === 'string' ? key : undefined,
    })
    return toPayment(await paymentOf(params.jobId))
  },

  'POST /api/payments/{jobId}/refresh': async ({ params: { jobId } }) => {
    cardNetwork()
    await paymentOf(jobId)
    const answered = await refreshFromNetwork(jobId)
    return {
      answered,
      payment: toPayment(await paymentOf(jobId)),
      refundedInDashboard: await refundedInDashboard(jobId),
    }
  },

  'POST /api/payments/{jobId}/discrepancies/{discrepancyId}/resolve': async (call) => {
    const { params, body, person } = call
    const { note, outcome = 'noted' } = body
    await resolveDiscrepancy(person, params, { note, outcome })
    return toPayment(await paymentOf(params.jobId))
  },

  'GET /api/payments/scheduled-auths': () => scheduledHolds(),

  'POST /api/payments/webhook': async ({ body, request }) => {
    await receiveEvent(body, request.headers)
    return { file: 'empty' }
  },

  'GET /api/payments/cards': ({ person }) => savedCardsOf(person.id),

  'POST /api/payments/cards': ({ body, person }) => addCard(person, body),

  'PATCH /api/payments/cards/{id}': async ({ params, person }) => {
    await preferCard(person, params.id)
    return savedCardOf(person.id, params.id)
  },

  'DELETE /api/payments/cards/{id}': ({ params, person }) => removeCard(person, params.id),

  'GET /api/admin/invoices': async ({ query, reply }) => {
    const [{ rows, next }, { total, capped }] = await Promise.all([
      findInvoices({ ...query, limit: query.limit ?? usualPageSize }),
      countInvoices(query),
    ])
    setPageHeaders(reply, { total, next }, capped, countedInvoices)
    return rows
  },

  'GET /api/admin/invoices/summary': async ({ query }) => {
    const { found, amount, paid, open, overdue } = await invoiceTotals(query)
    return {
      found,
      amount: decimalFromCents(amount),
      paid: decimalFromCents(paid),
      open: decimalFromCents(open),
      overdue: decimalFromCents(overdue),
    }
  },

  'GET /api/admin/invoices/export': async ({ query, person }) => {
    await happened({ event: 'list_exported', by: person.id, data: { list: 'invoices' } })
    return {
      file: 'csv',
      name: `invoices-${businessToday()}.csv`,
      text: invoicesCsv(query),
    }
  },

  'GET /api/admin/card-network': () => networkState(),

  'POST /api/admin/card-network/check': async () => {
    await checkCardNetwork()
    return networkState()
  },

  'GET /api/admin/card-network/events': () => networkEvents(),

  'POST /api/admin/card-network/events/{id}/replay': ({ params }) => replayEvent(params.id),
} satisfies HandlersOf<typeof payments & typeof cards & typeof invoices & typeof cardNetworkCalls>

function networkState(): CardNetworkState {
  const { cards } = services()
  if (!cards) return { provider: null, environment: null, webhookUrl: null, check: null }
  const { provider, environment } = cards.form
  const check = cards.check && lastCheck()
  return {
    provider,
    environment,
    webhookUrl: cards.webhookUrl ?? null,
    check: check
      ? { state: check.state, facts: check.facts.map(wording), at: check.at.toISOString() }
      : null,
  }
}
