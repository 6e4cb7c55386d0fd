import { randomUUID } from 'node:crypto'
import { addDays } from '#shared/rules/calendar.ts'
import { slotLabel, standardSlots } from '#shared/rules/slots.ts'

export type Customer = {
  cookie: string
  tokenHash: string
  customerId: string
  /** One for each seat of a slot, since a car has one visit at a time. */
  vehicleIds: string[]
  packageId: string
}

/** A GET request's bytes as a browser sends it. */
export function getRequest(host: string, path: string, cookie: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${host}\r\naccept: */*\r\nsec-fetch-site: same-origin\r\ncookie: ${cookie}\r\n\r\n`
}

export type PlaceWanted = { firstDate: string; number: number }

/** Dates within the booking horizon; places repeat them seat by seat. */
export const bookedDays = 350
export const seatsOfSlot = 50
/** Where visits and addresses are that drives decide on. */
export const roadZips = ['78701', '78704', '78745', '78759', '78664', '78641', '78640']

/** The business-local date, slot and seat of the n-th place: all slots of all dates, then their next seats. */
export function placeOf({ firstDate, number }: PlaceWanted) {
  const slot = standardSlots[number % standardSlots.length] ?? 0
  const day = Math.floor(number / standardSlots.length)
  return {
    date: addDays(firstDate, day % bookedDays),
    slot,
    seat: Math.floor(day / bookedDays) + 1,
  }
}

/** `keyed`: with an `Idempotency-Key`, as the booking screen sends it. */
export function bookRequest(
  host: string,
  customer: Customer,
  wanted: PlaceWanted,
  keyed: boolean,
): string {
  const { date, slot, seat } = placeOf(wanted)
  return sendRequest(host, 'POST /api/jobs', customer.cookie, {
    keyed,
    body: {
      vehicleId: customer.vehicleIds[seat - 1],
      scheduledDate: date,
      scheduledTime: slotLabel(slot),
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
