import { isActiveTechnician, refColumn } from '#server/features/technicians/queries/roster.ts'
import type { Staffing } from '#server/features/technicians/queries/staffing.ts'

/** Where and how a visit is to be placed; the first four parameters of the statements that place it. */
export type Wanted = Staffing & { serviceDate: string; slot: number }

export const wantedValues = (wanted: Wanted): unknown[] => [
  wanted.serviceDate,
  wanted.slot,
  wanted.capacity,
  wanted.candidates,
]

// Without generate_series: PostgreSQL expects a thousand rows of it, and then plans the whole anew at each run.
/** `free`: the smallest seat left in the slot, no row when it is full or blocked. The unique index `jobs_seat` decides. */
const free = `taken as materialized (
    select seat from jobs
    where service_date = $1::date and slot = $2::smallint and status <> 'cancelled'
      and seat is not null
  ), free as (
    select seat from (select 1 as seat union select seat + 1 from taken) next
    where seat <= $3::int and seat not in (select seat from taken)
      and (select count(*) from taken) < $3::int
      and not exists (
        select from blocked_slots where service_date = $1::date and slot = $2::smallint)
    order by seat limit 1
  )`

/**
 * `technician`: of the candidates $4 who are still as they were when they were chosen, the one with the fewest visits on
 * the date $1 and none in its slot $2; of several the first. The lock makes a deactivation or a day off that happens at
 * this moment wait, and then find this job too.
 */
const leastLoaded = `technician as (
    select u.id from users u
    where ${isActiveTechnician} and ${refColumn} = any($4::text[])
      and not exists (select from jobs busy where busy.technician_id = u.id
        and busy.service_date = $1::date and busy.slot = $2::smallint
        and busy.status <> 'cancelled')
    order by (select count(*) from jobs load where load.technician_id = u.id
      and load.service_date = $1::date and load.status <> 'cancelled'),
      array_position($4::text[], ${refColumn})
    limit 1 for share of u
  )`

/** `technician`: no row, for $4 is empty. */
const nobody = 'technician as (select null::uuid as id where cardinality($4::text[]) > 0)'

/**
 * The common tables `free` and `technician` of a statement that places a visit. Without `candidates` nobody is looked
 * for: PostgreSQL would set up that search each time, which costs a seventh of a booking.
 */
export const freeSeat = ({ candidates }: { candidates: boolean }) =>
  `${free}, ${candidates ? leastLoaded : nobody}`
