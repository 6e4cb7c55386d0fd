import { scattered } from './bulk.ts'

/**
 * SQL: the records around each of `visits`: sent messages and notifications, conversations, odometer readings, photos; an
 * invoice for every tenth; and promotion codes, which no business has by the thousands.
 */
export const recordsSql = `
  insert into sent_messages (channel, recipient, subject, body, status, job_id, created_at, sent_at)
    select case when n % 4 = 3 then 'sms' else 'email' end, u.email, 'Your visit is booked',
      'We come to you on ' || service_date || '.', case when n % 1000 = 7 then 'failed' else 'sent' end, v.id,
      v.created_at, v.created_at
    from visits v join users u on u.id = v.customer_id;
  insert into notifications (user_id, type, audience, data, job_id, read_at, created_at)
    select customer_id, 'service_completed', 'customer', '{}', id, completed_at, completed_at
    from visits where status = 'completed';
  insert into notifications (user_id, type, audience, data, job_id, read_at, created_at)
    select technician_id, 'job_assigned', 'technician', '{}', id, created_at, created_at from visits where n % 5 = 2;
  insert into conversation_entries (job_id, type, direction, from_user_id, to_user_id, message, created_at)
    select id, 'message', 'inbound', customer_id, technician_id, 'The gate code is 1234.', created_at
    from visits where n % 5 = 0;
  insert into odometer_readings (vehicle_id, miles, read_on)
    select distinct on (j.vehicle_id, v.service_date) j.vehicle_id, 20000 + v.n % 90000, v.service_date
    from visits v join jobs j on j.id = v.id where v.status = 'completed';
  insert into job_photos (job_id, moment, width, height, bytes)
    select id, 'before', 1600, 1200, 300000 from visits where status = 'completed' and n % 10 = 4;
  insert into invoices (year, nth, number, job_id, issued_on, due_on, document, total_cents, paid_cents)
    select year, nth, year || '-' || lpad(nth::text, 6, '0'), v.id, service_date, service_date + 30,
      jsonb_build_object('billTo', jsonb_build_object('name', trim(u.first_name || ' ' || u.last_name),
          'company', u.last_name || ' Fleet'),
        'visit', jsonb_build_object('number', 'FQ-' || v.n)),
      cents, case when v.n % 100 = 61 then 0 else cents end
    from (select *, extract(year from service_date)::int as year,
        row_number() over (partition by extract(year from service_date) order by n) as nth
      from visits where status = 'completed' and n % 10 = 1) v
    join users u on u.id = v.customer_id;
  insert into promotions (code, reason, percent, is_active, uses, given_cents)
    select 'CODE-' || n, 'Mailing ' || n, 5 + n % 20, n % 4 = 0, ${scattered('n')} % 500, ${scattered('n')} % 90000
    from visits where n % 500 = 1 and n < 100000`

const office = 'Olga Otto Petra Quinn'

/** SQL: a log of this many entries, one every five minutes until now, about `visits` and other office actions. */
export const auditSql = (count: number) => `
  create temp table office as
    select n, gen_random_uuid() as id, name from unnest(string_to_array('${office}', ' ')) with ordinality names (name, n);
  insert into users (id, role, first_name, last_name, email)
    select id, 'admin', name, 'Office', lower(name) || '@example.com' from office;
  create temp table entries as
    select e, e % 20 as kind, visits.id as job_id, customer_id, technician_id,
      now() - e * interval '5 minutes' as created_at, office.id as actor_id
    from generate_series(0, ${count - 1}) e
    join visits on visits.n = ${scattered('e')} % (select count(*) from visits)
    -- The last of them has been there for a few days.
    join office on office.n = case when e < 1000 and e / 20 % 4 = 3 then 4 else 1 + e / 20 % 3 end;
  insert into job_events (job_id, actor_id, kind, data, created_at)
    select job_id, case when kind > 9 then actor_id end,
      case when e % 50000 = 12 then 'fee_decided' when kind < 5 then 'payment_held' when kind < 10 then 'payment_charged'
        when kind < 12 then 'payment_adjusted' when kind = 12 then 'refund_decided' else 'job_assigned' end,
      case when kind < 10 then '{"cents": 12999}'::jsonb
        when kind < 12 then '{"fromCents": 12999, "toCents": 11999, "reason": "other", "words": "As agreed"}'::jsonb
        when kind = 12 then '{"cents": 1000, "feeCents": 1000, "reason": "customer_complaint"}'::jsonb
        else jsonb_build_object('technicianId', technician_id, 'formerTechnicianId', null) end,
      created_at
    from entries where kind < 16;
  insert into office_events (actor_id, kind, person_id, data, created_at)
    select actor_id,
      case when e % 50000 = 18 then 'engines_changed' when kind = 16 then 'customer_changed'
        when kind = 17 then 'settings_changed' when kind = 18 then 'slots_blocked' else 'stock_changed' end,
      case when kind = 16 then customer_id end,
      case when kind = 16 then '{"what": "changed"}'::jsonb when kind = 17 then '{"names": ["leadDays"]}'::jsonb
        when kind = 18 then '{"from": "2026-01-05", "to": "2026-01-05"}'::jsonb else '{}'::jsonb end,
      created_at
    from entries where kind >= 16`
