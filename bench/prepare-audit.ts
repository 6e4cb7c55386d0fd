import { scattered } from './bulk.ts'

const office = 'Olga Otto Petra Quinn'

/** SQL: a log of so many entries, one every five minutes until now, of `visits` and of what the office does besides. */
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
