import { now } from '#server/base/clock.ts'
import { queryRows } from '#server/database/database.ts'
import { statement } from '#server/database/statement.ts'
import { foldedNameSql, mailboxSql } from '#server/database/tables/users.ts'
import type { Customer, CustomerDetails } from '#shared/contract/customers.ts'
import type { DuplicatePair } from '#shared/contract/customer-merging.ts'
import type { DuplicateReason } from '#shared/rules/customers.ts'
import { foldName } from '#shared/rules/fold-text.ts'
import { mailboxOf } from '#shared/rules/mailboxes.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { countCustomers } from '../queries.ts'

type Duplicate = DuplicatePair['customers'][number]
type Group = { reason: DuplicateReason; ids: string[] }

const mostGroups = 50

/** Likely duplicate customers, those with most in common first. */
export async function findDuplicates(): Promise<DuplicatePair[]> {
  const groups = await groupsNow()
  const merged = new Map<string, { ids: string[]; reasons: Set<DuplicateReason> }>()
  for (const { reason, ids } of groups) {
    const key = ids.toSorted().join()
    const known = merged.get(key) ?? { ids, reasons: new Set() }
    known.reasons.add(reason)
    merged.set(key, known)
  }
  const all = [...merged.values()].toSorted((one, other) => other.reasons.size - one.reasons.size)
  const people = await readDuplicates(all.flatMap(({ ids }) => ids))
  const pairs = all.map(({ ids, reasons }) => ({
    reasons: [...reasons],
    customers: ids.flatMap((id) => people.get(id) ?? []),
  }))
  // Leaves out pairs merged or erased since the comparison.
  return pairs.filter(({ customers }) => customers.length > 1)
}

// Comparing a hundred thousand takes a second; the customers themselves are read fresh, so merges show at once.
const large = 20_000
const cacheMs = 60_000
let cached = { groups: [] as Group[], until: 0 }

/** Above 20,000 customers, up to a minute old. */
async function groupsNow(): Promise<Group[]> {
  const at = now().getTime()
  if (at < cached.until) return cached.groups
  const [groups, count] = await Promise.all([
    queryRows<Group>(groupsStatement, []),
    countCustomers(),
  ])
  if (count > large) cached = { groups, until: at + cacheMs }
  return groups
}

/** Likely duplicates of this customer. */
export async function duplicatesOf(customer: Customer): Promise<CustomerDetails['duplicates']> {
  const { id, email, phone } = customer
  const name = `${customer.firstName} ${customer.lastName}`
  const rows = await queryRows(ofOneStatement, {
    id,
    phone,
    mailbox: email ? mailboxOf(email) : '',
    name: foldName(name),
    isFull: name.trim().includes(' '),
  })
  const reasons = new Map<string, DuplicateReason[]>()
  for (const row of rows) reasons.set(row.id, [...(reasons.get(row.id) ?? []), row.reason])
  const people = await readDuplicates([...reasons.keys()])
  return [...people.values()].map((person) => ({
    ...person,
    reasons: reasons.get(person.id) ?? [],
  }))
}

async function readDuplicates(ids: readonly string[]): Promise<Map<string, Duplicate>> {
  if (ids.length === 0) return new Map()
  const rows = await queryRows<Omit<Duplicate, 'createdAt'> & { createdAt: Date }>(
    peopleStatement,
    [[...new Set(ids)], currentSettings().timeZone],
  )
  return new Map(rows.map((row) => [row.id, { ...row, createdAt: row.createdAt.toISOString() }]))
}

const isCustomer = `u.role = 'customer' and u.anonymized_at is null`
const zip = `substring(j.service_address from '(\\d{5})(?:-\\d{4})?\\s*$')`
const folded = foldedNameSql('u.')
const hasTwoWords = `trim(u.first_name || ' ' || u.last_name) like '% %'`
const mailbox = mailboxSql('u.email')

const peopleStatement = {
  name: 'possible-duplicates',
  text: `select u.id, u.first_name, u.last_name, u.email, u.phone,
      u.created_at, t.job_count,
      (t.last_completed_at at time zone $2)::date::text as last_service_date,
      (select count(*)::int from vehicles v where v.customer_id = u.id and v.deleted_at is null) as vehicle_count
    from users u join customer_totals t on t.customer_id = u.id
    where u.id = any($1::uuid[]) and ${isCustomer} order by u.created_at, u.id`,
}

const groupsStatement = {
  name: 'groups-of-duplicates',
  text: `with named as materialized (
      select u.id, u.created_at, ${folded} as name, ${hasTwoWords} as is_full from users u where ${isCustomer}
    ), same_name as materialized (
      select id, created_at, name from named where name in (
        select name from named group by name having count(*) > 1 and bool_or(is_full) limit 500)
    ), living as (
      select distinct n.id, n.created_at, n.name, ${zip} as zip
      from same_name n join jobs j on j.customer_id = n.id
    )
    (select 'phone' as reason, array_agg(u.id order by u.created_at, u.id) as ids from users u
      where ${isCustomer} and u.phone <> '' group by u.phone having count(*) > 1 limit ${mostGroups})
    union all
    (select 'email', array_agg(u.id order by u.created_at, u.id) from users u
      where ${isCustomer} and u.email is not null group by ${mailbox} having count(*) > 1 limit ${mostGroups})
    union all
    (select 'name_and_zip', array_agg(id order by created_at, id) from living
      where zip is not null group by name, zip having count(*) > 1 limit ${mostGroups})`,
}

type Compared = { id: string; phone: string; mailbox: string; name: string; isFull: boolean }
const ofOneStatement = statement<{ reason: DuplicateReason; id: string }, Compared>(
  'duplicates-of-one',
  ($) => `(select 'phone' as reason, u.id from users u
      where ${isCustomer} and u.id <> ${$.id} and ${$.phone}::text <> '' and u.phone = ${$.phone}::text limit 10)
    union all
    (select 'email', u.id from users u
      where ${isCustomer} and u.id <> ${$.id} and ${$.mailbox}::text <> '' and ${mailbox} = ${$.mailbox}::text limit 10)
    union all
    (select 'name_and_zip', u.id from users u
      where ${isCustomer} and u.id <> ${$.id} and ${folded} = ${$.name}::text and (${$.isFull}::boolean or ${hasTwoWords})
        and exists (select from jobs j where j.customer_id = u.id and ${zip} in (
          select ${zip} from jobs j where j.customer_id = ${$.id})) limit 10)`,
)
