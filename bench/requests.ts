import { randomUUID } from 'node:crypto'
import { addDays } from '#shared/rules/calendar.ts'
import { slots } from '#shared/rules/slots.ts'
import type { Customer } from './prepare.ts'

/** A GET request's bytes as a browser sends it. */
export function getRequest(host: string, path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: */*\r\nsec-fetch-site: same-origin\r\ncookie: ${cookie}\r\n\r\n`
}

export type PlaceWanted = { firstDate: string; number: number }

/** The business-local date and slot of the n-th place, five a day. */
export function placeOf({ firstDate, number }: PlaceWanted) {
  const slot = slots[number % slots.length] ?? slots[0]
  return { date: addDays(firstDate, Math.floor(number / slots.length)), slot }
}

/** `keyed`: with an `Idempotency-Key`, as the booking screen sends it. */
export function bookRequest(
  host: string,
  customer: Customer,
  wanted: PlaceWanted,
  keyed: boolean,
): string {
  const { date, slot } = placeOf(wanted)
  return sendRequest(host, 'POST /api/jobs', customer.cookie, {
    keyed,
    body: {
      vehicleId: customer.vehicleId,
      scheduledDate: date,
      scheduledTime: slot.label,
      serviceAddress: '100 Congress Avenue, Austin, TX 78701',
      customerNotes: 'Gate code 1234',
    },
  })
}

/** `call`: such as `POST /api/jobs`. */
export function sendRequest(
  host: string,
  call: string,
  cookie: string,
  { body: sent, keyed }: { body: object; keyed: boolean },
): string {
  const body = JSON.stringify(sent)
  const key = keyed ? `idempotency-key: ${randomUUID()}\r\n` : ''
  return `${call} HTTP/1.1\r\nhost: ${host}\r\norigin: http://${host}\r\nsec-fetch-site: same-origin\r\n${key}cookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
}
