import { standardSlots } from '#shared/rules/slots.ts'
import { currentHandle } from '#server/database/database.ts'
import { customersSql, deletedCarsSql, fillInBulk, itemOf, scattered, streets } from './bulk.ts'
import { auditSql, recordsSql } from './prepare-records.ts'

/** The past of a business. */
export type History = {
  /** Times are open where a technician can drive; with a fortnight of 245 visits a day, or none. */
  road?: { visits: boolean; decides: boolean }
  /** Customers with several visits, and the number of visits each. */
  manyJobs: number
  jobsPerCustomer?: number
  /** Visits of one more customer. */
  visitsOfRegular?: number
  /** Whether each customer deleted a car. */
  deletedCars?: boolean
  /** Entries for actions of the office, and for payments. */
  auditEntries?: number
  /** Whether to add messages, photos, invoices and the like. */
  records?: boolean
  /** Whether to add some current visits. */
  recentDays?: boolean
}

const seatsPerSlot = 40
const slotsPerDay = standardSlots.length
const slotsSql = `(array[${standardSlots.join(', ')}])`

/** SQL: the price of a visit: one of four, and sometimes a rare one. */
const priceOf = (i: string) =>
  `case when ${i} % 997 = 5 then 20000 + ${i} % 7919 else (array[12999,8999,11099,16999])[1 + ${i} % 4] end`

/**
 * Creates a business with `count` past visits: 40 seats in every slot, with their payments, messages, reviews and notes.
 * People, cars and addresses are spread as in a town, and the first ones are equal for any count.
 */
export async function fillWithJobs(url: string | undefined, history: History): Promise<void> {
  const { manyJobs: count, jobsPerCustomer = 20, visitsOfRegular = 0, auditEntries = 0 } = history
  const customers = Math.ceil(count / jobsPerCustomer)
  await fillInBulk(
    url,
    `
    ${customersSql(customers)}
    ${history.deletedCars ? deletedCarsSql : ''};

    create temp table workers as select n, gen_random_uuid() as id from generate_series(1, ${seatsPerSlot}) n;
    insert into users (id, role, first_name, last_name, email, approved_at)
      select id, 'technician', 'Tess', 'Number ' || n, 'worker-' || n || '@example.com', now() from workers;

    insert into jobs (service_date, slot, seat, technician_id, status, customer_id, vehicle_id,
      service_package_id, package_cents, starts_at, service_address, latitude, longitude, created_at, started_at,
      completed_at)
    select date '2000-01-01' + day, slot, seat, workers.id,
      case when ${scattered('i')} % 10 = 0 then 'cancelled' else 'completed' end,
      people.id, people.vehicle, (select id from service_packages order by name limit 1), ${priceOf(scattered('i + 1'))},
      timestamptz '2000-01-01 14:00Z' + day * interval '1 day' + nth * interval '2 hours',
      100 + people.n % 9800 || ' ' || ${itemOf(streets, 'people.n::int')} || ', Austin, TX 78701',
      30.1 + people.n % 997 / 3000.0, -97.9 + people.n % 1009 / 3000.0,
      timestamptz '2000-01-01 14:00Z' + i * interval '11 minutes',
      timestamptz '2000-01-01 14:10Z' + day * interval '1 day' + nth * interval '2 hours',
      timestamptz '2000-01-01 15:00Z' + day * interval '1 day' + nth * interval '2 hours'
    from generate_series(0, ${count - 1}) i
    cross join lateral (select i % ${seatsPerSlot} + 1 as seat,
      (i / ${seatsPerSlot}) % ${slotsPerDay} + 1 as nth,
      ${slotsSql}[(i / ${seatsPerSlot}) % ${slotsPerDay} + 1] as slot,
      i / ${seatsPerSlot * slotsPerDay} as day) at
    join people on people.n = i % ${customers}
    join workers on workers.n = at.seat;

    create temp table visits as
      select row_number() over (order by service_date, slot, seat) - 1 as n, id, customer_id, technician_id, status,
        service_date, slot, created_at, completed_at, package_cents as cents
      from jobs where technician_id in (select id from workers);
    insert into payment_accounts (job_id, state, captured_cents, refunded_cents, adjustment_cents, amount_cents,
      visit_over, visit_on, technician_id, created_at)
      select id, case when status = 'completed' then 'paid' else 'voided' end, paid, back, -back, paid - back, true,
        service_date, technician_id, created_at
      from visits
      cross join lateral (select case when status = 'completed' then cents else 0 end as paid) charged
      cross join lateral (select case when status = 'completed' and n % 50 = 7 then 2000 else 0 end as back) refunded;
    insert into ledger_entries (job_id, ref, debit, credit, cents, memo, at)
      select id, 'captured:' || id, 'cash', 'receivable', cents, 'Card charged', completed_at
      from visits where status = 'completed';
    insert into job_events (job_id, actor_id, kind, data, created_at)
      select id, customer_id, 'job_booked', json_build_object('date', service_date, 'slot', slot, 'technicianId', null),
        created_at
      from visits
      union all
      select id, technician_id, 'service_completed', '{}', completed_at from visits where status = 'completed';
    insert into reviews (job_id, customer_id, technician_id, rating, comment, created_at)
      select id, customer_id, technician_id, case when n % 8 = 1 then 4 else 5 end, 'Quick and clean.', completed_at
      from visits where status = 'completed' and n % 5 = 1;
    insert into contact_messages (name, email, subject, message, customer_id, handled, handled_at, created_at)
      select trim(u.first_name || ' ' || u.last_name), u.email, 'A question', 'When do you come to us again?', u.id,
        n >= 500, case when n >= 500 then created.at end, created.at
      from visits
      join users u on u.id = visits.customer_id
      cross join lateral (select now() - n * interval '7 minutes' as at) created
      where n % 50 = 3;
    ${history.records ? recordsSql : ''};
    ${visitsOfRegular > 0 ? regularSql(visitsOfRegular) : ''};
    ${auditEntries > 0 ? auditSql(auditEntries) : ''}`,
  )
}

/** SQL: one customer, found by her last name, with this many visits of one car. */
const regularSql = (visits: number) => `
  create temp table regular as select gen_random_uuid() as id, gen_random_uuid() as vehicle;
  insert into users (id, role, first_name, last_name, email, phone, created_at)
    select id, 'customer', 'Maria', 'Fleetwood-Regular', 'fleet@example.com', '+15129999999', timestamptz '1999-01-01' from regular;
  insert into vehicles (id, customer_id, make, model, year, license_plate)
    select vehicle, id, 'Ford', 'Transit', '2020', 'FLEET 1' from regular;
  insert into jobs (service_date, slot, seat, status, customer_id, vehicle_id, service_package_id, package_cents, starts_at,
      service_address, created_at, completed_at)
    select date '2020-01-01' + i, ${standardSlots[0]}, 900, 'completed', id, vehicle,
      (select id from service_packages order by name limit 1), 12999, at, '100 Congress Avenue, Austin, TX 78701', at, at
    from regular, generate_series(1, ${visits}) i
    cross join lateral (select timestamptz '2020-01-01 14:00Z' + i * interval '1 day' as at) times;
  insert into payment_accounts (job_id, state, captured_cents, created_at)
    select j.id, 'paid', 12999, j.created_at from jobs j join regular on regular.id = j.customer_id;
  insert into job_events (job_id, actor_id, kind, data, created_at)
    select j.id, j.customer_id, 'job_booked', json_build_object('date', service_date, 'slot', slot, 'technicianId', null),
      j.created_at
    from jobs j join regular on regular.id = j.customer_id`

/**
 * Adds a business's recent past and near future, equal for any size: about a visit a day for the last 400 days, some unpaid,
 * some unassigned, and cash of two months.
 */
export async function fillRecentDays(): Promise<void> {
  const { script } = currentHandle()
  await script(`
    create temp table regulars as
      select row_number() over (order by u.created_at, u.id) - 1 as n, u.id, v.id as vehicle
      from users u join vehicles v on v.customer_id = u.id where u.role = 'customer'
      order by u.created_at, u.id limit 40;

    insert into jobs (service_date, slot, seat, status, customer_id, vehicle_id, service_package_id,
      package_cents, starts_at, service_address, created_at, completed_at)
    select current_date - i, ${slotsSql}[i % 5 + 1], 1000, 'completed', regulars.id, regulars.vehicle,
      (select id from service_packages order by name limit 1), 12999, now() - i * interval '1 day',
      '100 Congress Avenue, Austin, TX 78701', now() - (i + 3) * interval '1 day', now() - i * interval '1 day'
    from generate_series(1, 400) i join regulars on regulars.n = i % (select count(*) from regulars);
    insert into jobs (service_date, slot, seat, status, customer_id, vehicle_id, service_package_id,
      package_cents, starts_at, service_address)
    select current_date + i % 3, ${slotsSql}[i % 5 + 1], 2000 + i, 'scheduled', regulars.id, regulars.vehicle,
      (select id from service_packages order by name limit 1), 12999, now() + i % 3 * interval '1 day',
      '100 Congress Avenue, Austin, TX 78701'
    from generate_series(1, 30) i join regulars on regulars.n = i % (select count(*) from regulars);

    insert into payment_accounts (job_id, state, captured_cents, held_cents, created_at)
      select id, case when status = 'scheduled' then 'held' when slot = ${standardSlots.at(-1)} then 'balance_due' else 'paid' end,
        case when status = 'scheduled' or slot = ${standardSlots.at(-1)} then 0 else 12999 end,
        case when status = 'scheduled' then 12999 else 0 end, created_at
      from jobs where seat >= 1000;
    insert into ledger_entries (job_id, ref, debit, credit, cents, memo, at)
      select id, 'captured:recent-' || id, 'cash', 'receivable', 12999, 'Card charged', completed_at
      from jobs where seat >= 1000 and completed_at > now() - interval '62 days'`)
}
