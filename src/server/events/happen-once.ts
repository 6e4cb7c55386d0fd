import { queryRows } from '#server/database/database.ts'
import { consequencesOf } from './consequences.ts'
import type { Happening } from './happening.ts'

// Always in the same order, so that two processes with the same claims queue instead of deadlocking.
const claim = {
  name: 'claim-one-time-events',
  text: `insert into one_time_events as o (event, about, step)
    select e.event, e.about, max(e.step) from unnest($1::text[], $2::text[], $3::int[]) as e(event, about, step)
    group by 1, 2 order by 1, 2
    on conflict (event, about) do update set step = excluded.step, created_at = now()
      where o.step < excluded.step
    returning event, about`,
}

/**
 * Filters out happenings that already took place according to their entries' `once`, and claims the rest in the current
 * transaction.
 */
export async function firstTimeOnly(all: readonly Happening[]): Promise<readonly Happening[]> {
  const keyed = all.map((one) => ({ one, key: keyOf(one) }))
  const keys = keyed.flatMap(({ one: { event }, key }) => (key ? [{ event, ...key }] : []))
  if (keys.length === 0) return all
  const claimed = await queryRows<{ event: string; about: string }>(claim, [
    keys.map(({ event }) => event),
    keys.map(({ about }) => about),
    keys.map(({ step = 0 }) => step),
  ])
  const first = new Set(claimed.map(({ event, about }) => `${event} ${about}`))
  return keyed
    .filter(({ one, key }) => !key || first.has(`${one.event} ${key.about}`))
    .map(({ one }) => one)
}

const keyOf = ({ event, data, job }: Happening) => consequencesOf(event).once?.({ data, job })
