import { queryRow } from '#server/database/database.ts'
import { freePlace, type Wanted, wantedValues } from '../free-place.ts'

// The technician comes along unless they have another visit then; else the least loaded one, if the server assigns.
const statement = {
  name: 'move-visit',
  text: `with ${freePlace}, kept as (
    select j.technician_id as id from jobs j
    where j.id = $5::uuid and not exists (select from jobs busy
      where busy.technician_id = j.technician_id and busy.id <> j.id
        and busy.service_date = $1::date and busy.slot = $2::smallint
        and busy.status <> 'cancelled')
  ), next as (
    select coalesce((select id from kept), (select id from technician)) as id
  )
  update jobs j set service_date = $1::date, slot = $2::smallint, place = free.place,
    starts_at = $6::timestamptz, technician_id = next.id,
    status = case when next.id is null then 'scheduled' else 'assigned' end
  from free, next
  where j.id = $5::uuid and j.status in ('scheduled', 'assigned')
  returning j.technician_id as "technicianId"`,
}

/**
 * Moves a visit that has not started into the smallest free place of another slot. Undefined when there is none
 * or the work has started; a unique violation when another process took the place at this moment.
 */
export function moveVisit(
  id: string,
  to: Wanted & { startsAt: Date },
): Promise<{ technicianId: string | null } | undefined> {
  return queryRow(statement, [...wantedValues(to), id, to.startsAt])
}
