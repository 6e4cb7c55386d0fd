import { Refused, type SquareRecords } from './records.ts'

type Body = Record<string, unknown>
type Money = { amount: number; currency: string }

/** Requires fields as our adapter sends them; malformed ones are refused like at Square. */
const moneyIn = (value: unknown): Money => {
  const { amount, currency } = (value ?? {}) as Money
  if (!Number.isInteger(amount) || amount < 1) throw new Refused(400, 'INVALID_VALUE')
  if (currency !== 'USD') throw new Refused(400, 'CURRENCY_MISMATCH')
  return { amount, currency }
}

const textIn = (value: unknown): string => {
  if (typeof value !== 'string' || value === '')
    throw new Refused(400, 'MISSING_REQUIRED_PARAMETER')
  return value
}

/** A page of a list, newest last, with a cursor if there is more. */
function page(url: URL, name: string, rows: readonly object[]): object {
  const from = Number(url.searchParams.get('cursor') ?? 0)
  const size = Number(url.searchParams.get('limit') ?? 100)
  const more = from + size < rows.length && { cursor: String(from + size) }
  return { [name]: rows.slice(from, from + size), ...more }
}

/** Rows created between the list's two instants, oldest first. */
function madeWithin<Row extends { created_at: string }>(url: URL, rows: readonly Row[]): Row[] {
  const instant = (name: string) => Date.parse(url.searchParams.get(name) ?? '')
  const [begin, end] = [instant('begin_time') || 0, instant('end_time') || Infinity]
  return rows
    .filter(({ created_at }) => Date.parse(created_at) >= begin && Date.parse(created_at) < end)
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
}

/** Handles a call with Square's paths and JSON; throws Refused. */
export function routeOf(records: SquareRecords, call: string, url: URL, body: Body): object {
  const [, part = ''] = /^\w+ \/v2\/\w+\/([^/]+)/.exec(call) ?? []
  const id = decodeURIComponent(part)
  switch (part ? call.replace(`/${part}`, '/{id}') : call) {
    case 'GET /v2/locations/{id}':
      return {
        location: { ...records.location(id), capabilities: ['CREDIT_CARD_PROCESSING'] },
      }
    case 'POST /v2/customers':
      return { customer: records.createCustomer(body) }
    case 'POST /v2/customers/{id}': {
      // search: the only POST below customers
      const { query } = body as { query: { filter: { reference_id: { exact: string } } } }
      const wanted = query.filter.reference_id.exact
      const found = [...records.customers.values()].filter((row) => row.reference_id === wanted)
      return found.length > 0 ? { customers: found } : {}
    }
    case 'DELETE /v2/customers/{id}':
      return records.deleteCustomer(id)
    case 'GET /v2/cards': {
      const wanted = url.searchParams.get('reference_id')
      const found = [...records.cards.values()].filter(
        (card) => card.enabled && (!wanted || card.reference_id === wanted),
      )
      return page(url, 'cards', found)
    }
    case 'POST /v2/cards': {
      const card = body.card as { customer_id: string; reference_id?: string }
      return { card: records.createCard(textIn(body.source_id), card) }
    }
    case 'GET /v2/cards/{id}':
      return { card: records.card(id) }
    case 'POST /v2/cards/{id}/disable':
      return { card: records.disableCard(id) }
    case 'GET /v2/payments':
      return page(url, 'payments', madeWithin(url, [...records.payments.values()]))
    case 'GET /v2/refunds':
      return page(url, 'refunds', madeWithin(url, [...records.refunds.values()]))
    case 'POST /v2/payments':
      return {
        payment: records.createPayment({
          ...body,
          source_id: textIn(body.source_id),
          amount_money: moneyIn(body.amount_money),
        }),
      }
    case 'GET /v2/payments/{id}':
      return { payment: records.payment(id) }
    case 'PUT /v2/payments/{id}': {
      const { amount_money } = body.payment as { amount_money: unknown }
      return { payment: records.updatePayment(id, { amount_money: moneyIn(amount_money) }) }
    }
    case 'POST /v2/payments/{id}/complete':
      return { payment: records.completePayment(id) }
    case 'POST /v2/payments/{id}/cancel':
      return { payment: records.cancelPayment(id) }
    case 'POST /v2/refunds':
      return {
        refund: records.createRefund({
          payment_id: textIn(body.payment_id),
          amount_money: moneyIn(body.amount_money),
        }),
      }
    case 'GET /v2/refunds/{id}':
      return { refund: records.refund(id) }
    case 'GET /v2/disputes': {
      const wanted = url.searchParams.get('location_id')
      const found = [...records.disputes.values()].filter(
        ({ location_id }) => !wanted || location_id === wanted,
      )
      return page(url, 'disputes', found)
    }
    default:
      throw new Refused(404, 'NOT_FOUND')
  }
}
