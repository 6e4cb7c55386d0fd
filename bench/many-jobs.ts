import { currentHandle } from '#server/database/database.ts'

const seatsPerSlot = 40
const slotsPerDay = 5

/** Makes a business that has had `count` visits: 40 seats in every slot, paid for. */
export async function fillWithJobs(count: number, jobsPerCustomer = 20): Promise<void> {
  const { script } = currentHandle()
  const customers = count / jobsPerCustomer
  await script(`
    set synchronous_commit = off;
    set statement_timeout = 0;

    create temp table people as
      select n, gen_random_uuid() as id, gen_random_uuid() as vehicle
      from generate_series(0, ${customers - 1}) n;
    create index on people (n);
    insert into users (id, role, first_name, last_name, email, phone)
      select id, 'customer', 'Pat', 'Number ' || n, 'number-' || n || '@example.com', '(555) 010-0100'
      from people;
    insert into vehicles (id, customer_id, make, model, year, license_plate)
      select vehicle, id, 'Toyota', 'Camry', '2018', 'NUM ' || n from people;

    create temp table workers as select n, gen_random_uuid() as id from generate_series(1, ${seatsPerSlot}) n;
    insert into users (id, role, first_name, last_name, email, approved_at)
      select id, 'technician', 'Tess', 'Number ' || n, 'worker-' || n || '@example.com', now() from workers;

    insert into jobs (service_date, slot, seat, technician_id, status, customer_id, vehicle_id,
      service_package_id, package_cents, starts_at, service_address, created_at, completed_at)
    select date '2000-01-01' + day, slot, seat, workers.id,
      case when i % 10 = 0 then 'cancelled' else 'completed' end,
      people.id, people.vehicle, (select id from service_packages order by name limit 1), 12999,
      timestamptz '2000-01-01 14:00Z' + day * interval '1 day' + slot * interval '2 hours',
      '100 Congress Avenue, Austin, TX 78701',
      timestamptz '2000-01-01 14:00Z' + i * interval '11 minutes',
      timestamptz '2000-01-01 15:00Z' + day * interval '1 day' + slot * interval '2 hours'
    from generate_series(0, ${count - 1}) i
    cross join lateral (select i % ${seatsPerSlot} + 1 as seat,
      (i / ${seatsPerSlot}) % ${slotsPerDay} + 1 as slot,
      i / ${seatsPerSlot * slotsPerDay} as day) at
    join people on people.n = i % ${customers}
    join workers on workers.n = at.seat;

    insert into payment_accounts (job_id, state, captured_cents, created_at)
      select id, case when status = 'completed' then 'paid' else 'voided' end,
        case when status = 'completed' then 12999 else 0 end, created_at
      from jobs where service_date < '2020-01-01'`)
}

/**
 * What a business has had lately and has ahead, the same however large it was before: a visit a day or so of each of
 * the last 400 days, some that are owed, some that nobody does yet, and cash of two months.
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
    select current_date - i, i % 5 + 1, 1000, 'completed', regulars.id, regulars.vehicle,
      (select id from service_packages order by name limit 1), 12999, now() - i * interval '1 day',
      '100 Congress Avenue, Austin, TX 78701', now() - (i + 3) * interval '1 day', now() - i * interval '1 day'
    from generate_series(1, 400) i join regulars on regulars.n = i % (select count(*) from regulars);
    insert into jobs (service_date, slot, seat, status, customer_id, vehicle_id, service_package_id,
      package_cents, starts_at, service_address)
    select current_date + i % 3, i % 5 + 1, 2000 + i, 'scheduled', regulars.id, regulars.vehicle,
      (select id from service_packages order by name limit 1), 12999, now() + i % 3 * interval '1 day',
      '100 Congress Avenue, Austin, TX 78701'
    from generate_series(1, 30) i join regulars on regulars.n = i % (select count(*) from regulars);

    insert into payment_accounts (job_id, state, captured_cents, created_at)
      select id, case when status = 'scheduled' then 'none' when slot = 5 then 'balance_due' else 'paid' end,
        case when status = 'scheduled' or slot = 5 then 0 else 12999 end, created_at
      from jobs where seat >= 1000;
    insert into ledger_entries (job_id, ref, debit, credit, cents, memo, at)
      select id, 'recent:' || id, 'cash', 'receivable', 12999, 'Charge', completed_at
      from jobs where seat >= 1000 and completed_at > now() - interval '62 days'`)
}
