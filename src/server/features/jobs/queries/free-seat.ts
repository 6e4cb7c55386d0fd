import { isActiveTechnician, refColumn, type Staffing } from '#server/reads/roster.ts'
import { overlapInSql, type Slot } from '#shared/rules/slots.ts'

/** Where a visit should be placed and who may take it; values of the statements that place it. */
export type Wanted = Staffing & { serviceDate: string; slot: Slot }
type Names = Record<keyof Wanted, string>

// Without generate_series: PostgreSQL expects a thousand rows from it, and then plans the query again on each run.
/**
 * `free`: the smallest free seat in the slot, not held for anyone; no row when it is full or blocked. A visit takes its seat in every time that it
 * overlaps, except in those of the visit that moves. The constraint `jobs_seat_taken` decides.
 */
const free = ($: Names, but: string) => `taken as materialized (
    select distinct seat from jobs
    where service_date = ${$.serviceDate}::date and ${overlapInSql('slot', `${$.slot}::int`)}
      and status <> 'cancelled' and seat is not null ${but}
    union select seat from waitlist_offers
    where service_date = ${$.serviceDate}::date and ${overlapInSql('slot', `${$.slot}::int`)}
      and ended_at is null and expires_at > ${$.at}::timestamptz
  ), free as (
    select seat from (select 1 as seat union select seat + 1 from taken) next
    where seat <= ${$.capacity}::int and seat not in (select seat from taken)
      and (select count(*) from taken) < ${$.capacity}::int
      and not exists (
        select from blocked_slots where service_date = ${$.serviceDate}::date
          and slot = any(${$.daySlots}::int[]) and ${overlapInSql('slot', `${$.slot}::int`)})
    order by seat limit 1
  )`

/**
 * `technician`: the candidate with the fewest visits on the date and none in the slot, if unchanged since being chosen; ties
 * go to the first. The lock makes a concurrent deactivation or day off wait, and then find this job.
 */
const leastLoaded = ($: Names, but: string) => `technician as (
    select u.id from users u
    where ${isActiveTechnician} and ${refColumn} = any(${$.candidates}::text[])
      and not exists (select from jobs busy where busy.technician_id = u.id ${but}
        and busy.service_date = ${$.serviceDate}::date
        and ${overlapInSql('busy.slot', `${$.slot}::int`)} and busy.status <> 'cancelled')
    order by (select count(*) from jobs load where load.technician_id = u.id
      and load.service_date = ${$.serviceDate}::date and load.status <> 'cancelled'),
      array_position(${$.candidates}::text[], ${refColumn})
    limit 1 for share of u
  )`

/** `technician`: no row, because there are no candidates. */
const nobody = ($: Names) =>
  `technician as (select null::uuid as id where cardinality(${$.candidates}::text[]) > 0)`

type Placed = {
  candidates: boolean
  /** The parameter with the visit that moves, if any: its own time makes way for the new one. */
  moving?: string
}

/**
 * The common tables `free` and `technician` of a statement that places a visit. Without `candidates` the search is left out:
 * setting it up costs PostgreSQL a seventh of a booking.
 */
export const freeSeat = ($: Names, { candidates, moving }: Placed) => {
  const but = (id: string) => (moving ? `and ${id} is distinct from ${moving}::uuid` : '')
  return `${free($, but('id'))}, ${candidates ? leastLoaded($, but('busy.id')) : nobody($)}`
}
