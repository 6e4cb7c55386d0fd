import { businessDate } from '#server/base/business-time.ts'
import { queryRows } from '#server/database/database.ts'

/**
 * Notes what a technician read during a visit as that day's reading of the vehicle. Miles that run backwards against
 * another day's stay with the visit alone: somebody was wrong, and it may have been the other one.
 */
export async function noteVisitOdometer(
  vehicleId: string,
  { technicianId, miles, at }: { technicianId: string; miles: number; at: Date },
): Promise<void> {
  await queryRows(statement, [vehicleId, miles, businessDate(at), technicianId])
}

const statement = {
  name: 'note-visit-odometer',
  text: `insert into odometer_readings (vehicle_id, miles, read_on, read_by)
    select $1::uuid, $2::int, $3::date, $4::uuid
    where not exists (
      select from odometer_readings known where known.vehicle_id = $1::uuid
        and ((known.read_on < $3::date and known.miles > $2::int)
          or (known.read_on > $3::date and known.miles < $2::int)))
    on conflict (vehicle_id, read_on) do update set miles = excluded.miles, read_by = excluded.read_by`,
}
