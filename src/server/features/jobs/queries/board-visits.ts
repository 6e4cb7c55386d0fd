import { queryRows } from '#server/database/database.ts'
import { isUnreachedBy } from '#server/reads/job-row.ts'
import type { BoardVisit } from '#shared/contract/dispatch.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { jobNumber, type TechnicianLock } from '#shared/rules/jobs.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { type Slot, slotLabel } from '#shared/rules/slots.ts'

type Row = Pick<
  BoardVisit,
  | 'id'
  | 'technicianId'
  | 'vehicleId'
  | 'oilType'
  | 'serviceAddress'
  | 'minutes'
  | 'needsConfirmation'
  | 'status'
  | 'vehicle'
> & {
  number: number
  slot: Slot
  latitude: number | null
  longitude: number | null
  amountCents: number
  customerName: string
  customerPhone: string
  customerEmail: string | null
  customerTexts: boolean
  technicianName: string | null
  technicianLock: TechnicianLock | null
}

/** Visits of a business-local date for the office's boards, without cancelled ones, at most 1000. */
export async function boardVisits(date: LocalDate): Promise<BoardVisit[]> {
  const rows = await queryRows<Row>(statement, [date])
  return rows.map((row) => ({
    id: row.id,
    number: jobNumber(row.number),
    technicianId: row.technicianId,
    ...(row.technicianLock && { technicianLock: row.technicianLock }),
    vehicleId: row.vehicleId,
    oilType: row.oilType,
    scheduledDate: date,
    scheduledTime: slotLabel(row.slot),
    serviceAddress: row.serviceAddress,
    coordinates:
      row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude },
    minutes: row.minutes,
    needsConfirmation: row.needsConfirmation,
    status: row.status,
    finalAmount: decimalFromCents(row.amountCents),
    vehicle: row.vehicle,
    customer: {
      name: row.customerName,
      phone: row.customerPhone,
      ...(isUnreachedBy(row) && { isUnreached: true }),
    },
    technician: row.technicianId ? { id: row.technicianId, name: row.technicianName ?? '' } : null,
  }))
}

// Selects the few visits before joining, like all reads of jobs.
const statement = {
  name: 'board-visits',
  text: `with picked as materialized (
      select * from jobs where service_date = $1::date and slot > 0 and status <> 'cancelled' order by slot limit 1000)
    select j.id, j.number, j.technician_id, j.technician_lock, j.vehicle_id,
      p.oil_type, p.minutes, j.slot, j.service_address, j.latitude, j.longitude,
      j.needs_confirmation, j.status, m.amount_cents,
      json_build_object('year', v.year, 'make', v.make, 'model', v.model,
        'licensePlate', v.license_plate) as vehicle,
      coalesce(nullif(j.contact_name, ''), trim(c.first_name || ' ' || c.last_name)) as customer_name,
      coalesce(nullif(j.contact_phone, ''), c.phone) as customer_phone,
      c.email as customer_email, c.sms_notifications as customer_texts,
      trim(t.first_name || ' ' || t.last_name) as technician_name
    from picked j
    join service_packages p on p.id = j.service_package_id
    join vehicles v on v.id = j.vehicle_id
    join users c on c.id = j.customer_id
    left join users t on t.id = j.technician_id
    join payment_accounts m on m.job_id = j.id
    order by j.slot, j.number`,
}
