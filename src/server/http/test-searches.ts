import { expect } from 'vitest'
import { queryRows } from '#server/database/database.ts'
import { foldText, searchedWords } from '#shared/rules/fold-text.ts'
import type { TestPerson } from '#server/testing/test-app.ts'

type Row = { id: string }
type Query = Record<string, string>

const pageLength = 200
/** Number of rows compared: more than are scanned at once or counted. */
export const compared = 1200

/** The first rows of a list, page by page, and the count on its first page. */
export async function pageByPage(admin: TestPerson, route: string, query: Query, most = compared) {
  const rows: unknown[] = []
  let cursor: string | undefined
  let counted: string | undefined
  do {
    const page = { limit: String(pageLength), ...(cursor && { cursor }) }
    const { status, body, headers } = await admin.call(route, { query: { ...query, ...page } })
    expect([status, body.message]).toEqual([200, undefined])
    const plus = headers['x-total-count-capped'] ? '+' : ''
    counted ??= `${String(headers['x-total-count'])}${plus}`
    rows.push(...body)
    cursor = headers['x-next-cursor'] as string | undefined
  } while (cursor && rows.length < most)
  return { rows: rows as never[], counted }
}

export const run = (name: string, text: string) => queryRows({ name, text })

/** A count as lists show it, up to 1,000. */
export const capped = (count: number) => (count > 1000 ? '1000+' : String(count))

/** Whether the text has every typed word; a word of two letters matches beginnings. */
export const hasWords = (text: string, search: string) =>
  searchedWords(search).every((word) =>
    foldText(text).includes(word.length < 3 ? ` ${word}` : word),
  )

export const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
export const orders = (fields: readonly string[]) => fields.flatMap((field) => [field, `-${field}`])

/** Names, some common, some rare, some adjacent in the list's order. */
export async function makePeople() {
  await run(
    'people-of-many-names',
    `insert into users (role, first_name, last_name, email, phone, created_at, last_login_at)
    select 'customer',
      case when n <= 1100 then 'Quinlan' when n % 7 < 4 then 'Marlo' when n % 211 = 0 then 'Zoë' else 'Anna' end,
      (array['Ashfordson','Brookson','Marston','O''Neilson','Vanderson'])[1 + n * 31 % 5]
        || case when n % 3 = 0 then ' ' || n else '' end,
      case when n % 3 = 0 then null when n <= 1100 and n % 8 < 6
        then (array['quinlan.','quinlan','q.quinlan.','quin.','mr.quinlan','quinlan@'])[1 + n % 8] || n || '.example.com'
        else 'n' || n || '@example.com' end,
      case when n % 5 = 0 then '+1512555' || 1000 + n else '' end,
      timestamptz '2026-01-01' + n * 7919 % 5200 * interval '1 minute',
      case when n % 4 > 0 then timestamptz '2026-01-01' + n * 17 % 5200 * interval '1 hour' end
    from generate_series(1, 5200) n`,
  )
  await run(
    'totals-of-many',
    `update customer_totals set job_count = t.n % 5, spent_cents = t.n * 11 % 700 * 100,
      last_completed_at = case when t.n % 3 > 0 then timestamptz '2026-01-01' + t.n * 13 % 900 * interval '1 day' end
    from (select id, row_number() over (order by first_name = 'Quinlan', created_at) as n from users
      where role = 'customer') t
    where t.id = customer_totals.customer_id`,
  )
  await run('analyze-users', 'analyze users')
}

/** People found by a common name although theirs is shorter or different. */
export const makePeopleBesideThem = () =>
  run(
    'people-beside-them',
    `insert into users (role, first_name, last_name, email) values
      ('customer', 'Quin', 'Lanford', 'quinlan@example.org'), ('customer', 'Quin', 'Quinlan', null),
      ('customer', '', 'Quinlan', 'quin@example.org'), ('customer', ' Quinlan', 'Blank', 'quinlan.blank@example.org'),
      ('customer', 'QUINLANA', 'Zell', 'zell.quinlana@example.org'), ('customer', 'Quínlan', 'Accent', 'quinlan.accent@example.org'),
      ('customer', 'Anna Quinlan', 'Wood', 'anna@example.org'), ('customer', 'Zoë', 'O''Quinlan', 'quinlan-zoe@example.org'),
      ('customer', 'Q', 'Ulan', 'q.quinlan@example.org'), ('customer', 'Quinlan', 'Wood', 'wood@example.org')`,
  )

/** A visit of every third person. */
export const makeVisits = () =>
  run(
    'visits-of-many',
    `with owners as (select id, row_number() over (order by created_at, id) as n from users where role = 'customer'),
      cars as (insert into vehicles (customer_id, make, model, year, license_plate)
        select id, 'Ford', 'Transit', '2020', 'P ' || n from owners where n % 3 = 0 returning id, customer_id),
      package as (select id from service_packages limit 1)
    insert into jobs (service_date, slot, seat, status, customer_id, vehicle_id, service_package_id, package_cents,
        starts_at, service_address)
      select date '2026-01-01' + n::int % 500, 1, n, 'completed', customer_id, cars.id, (select id from package), 9900,
        timestamptz '2026-01-01 14:00Z', '100 Congress Avenue'
      from cars join owners on owners.id = cars.customer_id`,
  )

/** Log entries by the office and about money of these and other people. */
export async function makeLog() {
  await run(
    'log-of-many',
    `with visits as (select id, customer_id, row_number() over (order by number) as n from jobs),
      office as (select id, row_number() over (order by created_at, id) as n from users where role = 'admin'),
      charged as (insert into job_events (job_id, actor_id, kind, data, created_at)
        select id, case when n % 4 = 0 then customer_id end, 'payment_charged', '{"cents": 9900}',
          timestamptz '2026-01-01' + n * 7919 % 1733 * interval '1 minute' from visits),
      given as (insert into job_events (job_id, actor_id, kind, data, created_at)
        select visits.id, office.id, 'job_assigned', '{"technicianId": null, "formerTechnicianId": null}',
          timestamptz '2026-01-01' + visits.n % 900 * interval '2 minutes'
        from visits join office on office.n = 1 + visits.n % (select count(*) from office))
    insert into office_events (actor_id, kind, person_id, data, created_at)
      select (select id from office where n = 1), 'customer_changed', id, '{"what": "changed"}',
        timestamptz '2026-01-01' + n * 31 % 2000 * interval '1 minute'
      from (select id, row_number() over (order by created_at, id) as n from users where role = 'customer') people
      where n % 2 = 0`,
  )
}
