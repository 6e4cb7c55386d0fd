import { queryRows } from '#server/database/database.ts'
import { searchCustomers } from '#server/features/customers/queries/search-customers.ts'
import { visitsWithContact } from '#server/reads/visit-contacts.ts'
import { isUnreached } from '#server/reads/people.ts'
import { searchVehicles } from '#server/features/vehicles/queries/search-vehicles.ts'
import type { Caller } from '#shared/contract/callers.ts'
import { foldText } from '#shared/rules/fold-text.ts'

const shown = 8
const minLetters = 2
const fewestAddressLetters = 4
/** Maximum visits read for a common address; typing more narrows it. */
const mostVisits = 200

/** Customers matching a caller's words; matches by name or number come before cars and addresses. */
export async function findCallers(q: string): Promise<Caller[]> {
  if (q.replace(/[^\p{L}\p{N}]/gu, '').length < minLetters) return []
  const [named, met, cars, living] = await Promise.all([
    searchCustomers(q, shown),
    visitsWithContact(q, shown),
    searchVehicles(q, shown),
    customersAt(q),
  ])
  const ids = [
    ...named.map(({ id }) => id),
    ...met.map(({ customerId }) => customerId),
    ...cars.map(({ customer }) => customer.id),
    ...living,
  ]
  return callersById([...new Set(ids)].slice(0, shown))
}

/** Customers with visits at an address that starts this way, latest visits first. */
async function customersAt(q: string): Promise<string[]> {
  const typed = foldText(q).trim().replace(/\s+/g, ' ')
  if (typed.length < fewestAddressLetters || !/^\d/.test(typed)) return []
  const found = await queryRows<{ id: string }>(livingAt, [typed, typed + lastCharacter])
  return found.map(({ id }) => id)
}

const lastCharacter = '\u{10ffff}'

// Not `like`: a prepared statement is planned without knowing the pattern.
const livingAt = {
  name: 'customers-at',
  text: `select customer_id as id from (
      select customer_id, service_date from jobs
      where fold_text(service_address) ~>=~ $1::text and fold_text(service_address) ~<~ $2::text
      limit ${mostVisits}
    ) visits group by customer_id order by max(service_date) desc, customer_id limit ${shown}`,
}

/** These customers in this order, without those who are no longer customers. */
export async function callersById(ids: readonly string[]): Promise<Caller[]> {
  if (ids.length === 0) return []
  const found = await queryRows<Caller & { agreesToTexts: boolean }>(statement, [ids])
  return found.map(({ agreesToTexts, ...caller }) => ({
    ...caller,
    ...(isUnreached({ ...caller, agreesToTexts }) && { isUnreached: true }),
  }))
}

const statement = {
  name: 'callers-by-id',
  text: `select u.id, u.first_name, u.last_name, u.email, u.phone,
      u.sms_notifications as agrees_to_texts, u.invoicing is not null as pays_by_invoice,
      (select coalesce(json_agg(json_build_object('id', v.id, 'year', v.year, 'make', v.make,
          'model', v.model, 'licensePlate', v.license_plate)), '[]')
        from (select * from vehicles where customer_id = u.id and deleted_at is null
          order by created_at desc, id limit 10) v) as cars,
      (select json_build_object('date', j.service_date, 'address', j.service_address) from jobs j
        where j.customer_id = u.id and j.status <> 'cancelled' and j.service_address <> ''
        order by j.service_date desc, j.slot desc limit 1) as last_visit
    from unnest($1::uuid[]) with ordinality as wanted(id, place)
    join users u on u.id = wanted.id
    where u.role = 'customer' and u.anonymized_at is null and u.deactivated_at is null
    order by wanted.place`,
}
