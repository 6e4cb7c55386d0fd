import { Client } from 'pg'
import { currentHandle } from '#server/database/database.ts'

const firstNames =
  'Maria James Olivia Robert Anna Michael Carmen David Linda William Rosa Richard Karen Joseph Nadia Thomas Susan Charles Elena Daniel Grace Matthew Ruth Anthony Paula Mark Irene Steven Clara Paul Hannah Andrew Julia Kevin Laura Brian Sofia George Emma Edward'
const beginnings =
  'Ash Brook Clay Dun East Fair Glen Hart Iron Jack Kings Lang Mar North Oak Park Quin Red Stan Thorn Under Vand West York Zell'
const endings =
  'ford field ley man son ton well wood by den berg stein more wick worth land hurst brook gate ridge'
export const streets =
  'Congress_Avenue Lamar_Boulevard Oak_Street Elm_Street River_Road Hill_Lane Cedar_Drive Main_Street Park_Place Mill_Road Lake_Drive Rose_Lane Pine_Street Guadalupe_Street Barton_Road Red_River_Street Duval_Street Manor_Road Airport_Boulevard Burnet_Road'
const models =
  'Toyota/Camry Honda/Civic Ford/F-150 Chevrolet/Silverado Nissan/Altima Toyota/RAV4 Honda/CR-V Ram/1500 Jeep/Wrangler Subaru/Outback'

/** SQL: one of these words, in turn; `_` in a word is a blank. */
export const itemOf = (words: string, n: string) => {
  const list = words.split(' ').map((word) => `'${word.replaceAll('_', ' ')}'`)
  return `(array[${list.join(',')}])[1 + (${n}) % ${list.length}]`
}

/** SQL: a non-negative number, unrelated to `n` but the same each time, so that names correlate with nothing else. */
export const scattered = (n: string) => `(hashint8(${n}) & 2147483647)`

/** SQL: table `people` of `count` customers with one car each; every fifth has no VIN. */
export const customersSql = (count: number) => `
  create temp table people as
    select n, gen_random_uuid() as id, gen_random_uuid() as vehicle
    from generate_series(0, ${count - 1}) n;
  create index on people (n);
  insert into users (id, role, first_name, last_name, email, phone, created_at)
    select id, 'customer', first, last, lower(first || '.' || last) || n || '@example.com',
      '+1512' || 2000000 + n * 7919::bigint % 7999993, timestamptz '2000-01-01 14:00Z' + n * interval '1 hour'
    from people cross join lateral (select ${itemOf(firstNames, 'n')} as first,
      ${itemOf(beginnings, 'n / 40')} || ${itemOf(endings, 'n / 1000')} as last) named;
  insert into vehicles (id, customer_id, make, model, year, license_plate, vin)
    select vehicle, id, split_part(car, '/', 1), split_part(car, '/', 2), (2004 + n % 20)::text,
      chr(65 + (h / 6760000)::int) || chr(65 + (h / 260000 % 26)::int) || chr(65 + (h / 10000 % 26)::int)
        || ' ' || lpad((h % 10000)::text, 4, '0'),
      case when n % 5 > 0 then (array['4T1BF1FK','2HGFC2F5','1FTEW1EP','3GCUKREC'])[1 + n % 4] || '5JU'
        || lpad((n * 31337::bigint % 1000003 % 1000000)::text, 6, '0') end
    from people
    cross join lateral (select ${itemOf(models, 'n')} as car, n * 104729::bigint % 175760000 as h) cars;`

/** SQL: one more, deleted car for each of these people. */
export const deletedCarsSql = `
  insert into vehicles (customer_id, make, model, year, license_plate, vin, created_at, deleted_at)
    select people.id, v.make, v.model, v.year, 'OLD ' || lpad(people.n::text, 6, '0'),
      case when ${scattered('people.n')} % 5 > 0 then 'JTDBR32E' || lpad((people.n * 31337::bigint % 100000003)::text, 9, '0') end,
      at, at + interval '1 year'
    from people
    join people other on other.n = ${scattered('people.n')} % (select count(*) from people)
    join vehicles v on v.id = other.vehicle
    cross join lateral (select timestamptz '2001-01-01' + ${scattered('people.n + 1')} % 10000000 * interval '1 minute' as at) times`

const tables =
  'users vehicles jobs payment_accounts ledger_entries job_events office_events reviews contact_messages customer_totals sent_messages notifications conversation_entries odometer_readings job_photos invoices'

/** SQL: these customers' totals, normally kept by triggers. */
const totalsSql = `
  insert into customer_totals (customer_id, job_count, spent_cents, last_completed_at, last_visit_on, found_by)
    select u.id, count(j.id), coalesce(sum(m.captured_cents - m.refunded_cents), 0),
      max(coalesce(j.completed_at, j.starts_at)) filter (where j.status = 'completed'),
      max(j.service_date) filter (where j.status <> 'cancelled'), u.search_text
    from users u left join jobs j on j.customer_id = u.id left join payment_accounts m on m.job_id = j.id
    where u.role = 'customer' group by u.id
    on conflict (customer_id) do update set job_count = excluded.job_count,
      spent_cents = excluded.spent_cents, last_completed_at = excluded.last_completed_at,
      last_visit_on = excluded.last_visit_on, found_by = excluded.found_by`

/**
 * Runs a script that inserts many rows, without foreign key checks, and builds indexes at the end, which takes a tenth of
 * the time.
 */
export async function fillInBulk(url: string | undefined, sql: string): Promise<void> {
  await runUnhurried(
    url,
    `
    set synchronous_commit = off;
    set statement_timeout = 0;
    set session_replication_role = replica;
    create temp table index_definitions as
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and tablename = any (string_to_array('${tables}', ' ')) and not exists (
        select from pg_constraint c join pg_class on pg_class.oid = c.conindid where relname = indexname);
    do $$ declare one record; begin
      for one in select * from index_definitions loop execute format('drop index %I', one.name); end loop;
    end $$;
    ${sql};
    ${totalsSql};
    do $$ declare one record; begin
      for one in select * from index_definitions loop execute one.definition; end loop;
    end $$;
    set session_replication_role = origin`,
  )
}

/** Runs a statement beyond the product's own time limit; without an address on the open database. */
export async function runUnhurried(url: string | undefined, sql: string): Promise<void> {
  if (url === undefined) {
    await currentHandle().script(sql)
    return
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql)
  await client.end()
}
