// The minimum of a booking, written by hand: four prepared statements, the last three in one transaction.
import type { Driver } from '#server/database/driver.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { answerMessages } from './child.ts'
import type { Place } from './prepare.ts'
import { type Customer, placeOf } from './requests.ts'

export type BareBookings = {
  place: Place
  customers: Customer[]
  firstDate: string
  firstPlace: number
  seconds: number
}

export type BareBooked = { booked: number; seconds: number; processorMs: number }

const readSession = `select u.id, u.role, s.expires_at from sessions s join users u on u.id = s.user_id
  where s.token_hash = $1 and s.expires_at > now() and u.deactivated_at is null`

const claimSeat = `insert into jobs (service_date, slot, seat, customer_id, vehicle_id,
    service_package_id, package_cents, starts_at, service_address, customer_notes)
  values ($1, $2, $7, $3, $4, $5, 12999, $6, '100 Congress Avenue, Austin, TX 78701', 'Gate code 1234')
  on conflict do nothing returning id`

const openAccount = `with payment_account as (insert into payment_accounts (job_id) values ($1))
  insert into sent_messages (channel, recipient, subject, body, status, job_id)
  values ('email', 'pat@example.com', 'Your visit is booked', $2, 'queued', $1)`

const readBack = `select j.*, p.name as package, v.make, v.model, v.year, c.first_name, c.last_name, c.phone
  from jobs j join service_packages p on p.id = j.service_package_id
  join vehicles v on v.id = j.vehicle_id join users c on c.id = j.customer_id where j.id = $1`

const mail = 'We come as agreed. '.repeat(20)
const report = (where: string, problem: unknown) => console.error(where, problem)
let driver: Driver | undefined

answerMessages(async (work: BareBookings): Promise<BareBooked> => {
  const { place, customers } = work
  driver ??= place.DATABASE_URL
    ? await openPostgres({ url: place.DATABASE_URL, poolSize: customers.length }, report)
    : await openEmbedded(place.DATA_DIR, report)
  const opened = driver
  let started = 0
  let booked = 0
  const used = process.cpuUsage()
  const start = performance.now()
  const end = start + work.seconds * 1000
  await Promise.all(
    customers.map(async (customer) => {
      for (; performance.now() < end; booked++) {
        const number = work.firstPlace + started++
        const place = placeOf({ firstDate: work.firstDate, number })
        await bookOnce(opened, customer, place)
      }
    }),
  )
  const { user, system } = process.cpuUsage(used)
  const seconds = (performance.now() - start) / 1000
  return { booked, seconds, processorMs: (user + system) / 1000 }
})

async function bookOnce(
  { query, transaction }: Driver,
  customer: Customer,
  { date, slot, seat }: ReturnType<typeof placeOf>,
): Promise<void> {
  const { customerId, vehicleIds, packageId, tokenHash } = customer
  const session = await query(readSession, [tokenHash], 'session')
  if (session.rows.length !== 1) throw new Error('There is no such session')
  await transaction(async ({ query }) => {
    const startsAt = `${date}T14:00:00Z`
    const vehicleId = vehicleIds[seat - 1]
    const values = [date, slot, customerId, vehicleId, packageId, startsAt, seat]
    const claimed = await query<{ id: string }>(claimSeat, values, 'claim')
    const id = claimed.rows[0]?.id
    if (!id) throw new Error(`The place ${date} ${slot} is taken`)
    await query(openAccount, [id, mail], 'case')
    const { rows } = await query(readBack, [id], 'back')
    JSON.stringify(rows[0])
  }, {})
}
