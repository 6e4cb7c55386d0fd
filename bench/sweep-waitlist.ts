// Sweeps the waitlist of a busy fortnight in this process, through the product's own code.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { provideServices, type Services } from '#server/adapters/services.ts'
import { setSiteAddress } from '#server/base/site-address.ts'
import { closeDatabase, openDatabase, queryRows } from '#server/database/database.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { changeSettings } from '#server/features/settings/actions/change-settings.ts'
import { loadSettings } from '#server/features/settings/queries.ts'
import { offerFreedTimes } from '#server/features/waitlist/actions/offer-times.ts'
import { installQueue } from '#server/queue/install-queue.ts'
import { invalidateAvailability } from '#server/reads/availability-cache.ts'
import { answerMessages } from './child.ts'
import { median } from './figures.ts'
import type { Place, Prepared } from './prepare.ts'

/** Milliseconds of a sweep, and the longest time in which the process answers nothing else. */
export type Sweep = { ms: number; blockedMs: number }
/** Nothing is free; times are free that no one can be at; `offering`: times are free; `held`: they were all offered. */
export type Sweeps = Record<'full' | 'far' | 'offering' | 'held', Sweep>

const entries = 200
const rounds = 3

answerMessages(async ({ place, firstDate }: { place: Place } & Prepared): Promise<Sweeps> => {
  await openDatabase({ url: place.DATABASE_URL, dataDir: place.DATA_DIR })
  provideServices({} as Services)
  setSiteAddress(undefined, 'http://127.0.0.1')
  await installQueue()
  await loadSettings()
  await changeSettings({ uses: { ...currentSettings().uses, waitlist: true } })
  const run = (name: string, text: string, values: unknown[] = []) =>
    queryRows({ name, text }, values)
  await run(
    'only-busy-technicians',
    `update users set deactivated_at = now() where role = 'technician'
    and not exists (select from jobs where technician_id = users.id and service_date >= $1::date)`,
    [firstDate],
  )
  await run(
    'wait',
    `insert into waitlist_entries (customer_id, vehicle_id, from_date, to_date, slots, service_address, position)
    select v.customer_id, v.id, $1::date + n::int % 7, $1::date + 13 - n::int % 5, '{}',
      n || ' Oak Street, Austin, TX ' || (array['78701', '78704', '78745', '78759', '78664', '78641', '78640'])[1 + n % 7], n
    from (select row_number() over (order by id) as n, id, customer_id from (
      select distinct on (customer_id) id, customer_id from vehicles where deleted_at is null
        and not exists (select from jobs j where j.customer_id = vehicles.customer_id and service_date >= $1::date)) v) v
    where n <= ${entries}`,
    [firstDate],
  )
  const full = await sweep()
  const free = `update users set deactivated_at = null, home_latitude = $1::float8, home_longitude = $2::float8
    where id = (select id from users where role = 'technician' and deactivated_at is not null order by id limit 1)`
  await run('free', free, [31.76, -106.48])
  const far = await sweep()
  await run('free', free, [null, null])
  const offering = await sweep(1)
  const held = await sweep()
  await closeDatabase()
  return { full, far, offering, held }
})

async function sweep(times = rounds): Promise<Sweep> {
  const [ms, blocked]: number[][] = [[], []]
  for (let round = 0; round < times; round++) {
    invalidateAvailability()
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const begun = performance.now()
    await offerFreedTimes()
    ms?.push(performance.now() - begun)
    delay.disable()
    blocked?.push(delay.max / 1e6)
  }
  return { ms: median(ms ?? []), blockedMs: median(blocked ?? []) }
}
