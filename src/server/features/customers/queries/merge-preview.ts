import { queryRow } from '#server/database/database.ts'
import { sameCarsOf } from '#server/features/vehicles/queries.ts'
import {
  type MatchingFact,
  matchingFacts,
  type MergePreview,
} from '#shared/contract/customer-merging.ts'
import type { Customer } from '#shared/contract/customers.ts'
import { foldName } from '#shared/rules/fold-text.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'
import { mailboxOf } from '#shared/rules/mailboxes.ts'
import { customerById } from '../queries.ts'

/** What merging the other customer into the first would move. Throws NotFound. */
export async function previewMerge(keptId: string, mergedId: string): Promise<MergePreview> {
  const [keep, merge] = await Promise.all([customerById(keptId), customerById(mergedId)])
  const [moves, sameCars, keepProven, mergeProven] = await Promise.all([
    queryRow<MergePreview['moves']>(statement, [mergedId, merge.email ?? '', activeJobStatuses]),
    sameCarsOf(mergedId, keptId),
    provenOf(keptId),
    provenOf(mergedId),
  ])
  if (!moves) throw new Error('Nothing was counted.')
  return {
    keep,
    merge,
    moves,
    proven: { keep: keepProven, merge: mergeProven },
    matches: matchesOf(keep, merge, (fact) => keepProven[fact] && mergeProven[fact]),
    sameCars: sameCars.map(({ name }) => name),
  }
}

type Proven = MergePreview['proven']['keep']

function matchesOf(
  keep: Customer,
  merge: Customer,
  areProven: (fact: keyof Proven) => boolean,
): MergePreview['matches'] {
  const nameOf = ({ firstName, lastName }: Customer) => foldName(`${firstName} ${lastName}`)
  const facts: Record<MatchingFact, (customer: Customer) => string> = {
    phone: ({ phone }) => phone,
    email: ({ email }) => (email ? mailboxOf(email) : ''),
    name: nameOf,
  }
  return matchingFacts
    .filter((fact) => facts[fact](keep) !== '' && facts[fact](keep) === facts[fact](merge))
    .map((fact) => ({ fact, proven: fact !== 'name' && areProven(fact) }))
}

async function provenOf(id: string): Promise<Proven> {
  const proven = await queryRow<Proven>(provenStatement, [id])
  return proven ?? { email: false, phone: false }
}

/** SQL: the user `u` texted from their phone number. */
export const textedFromPhone = `(u.phone <> '' and exists (
  select from incoming_texts x join contact_messages m on m.id = x.contact_message_id
  where m.phone = u.phone and m.customer_id = u.id))`

const provenStatement = {
  name: 'proven-contact',
  text: `select
    (u.email is not null and u.email_proven_at is not null) as email,
    ${textedFromPhone} as phone
    from users u where u.id = $1::uuid`,
}

const count = (from: string) => `(select count(*)::int from ${from})`
const ofVisits = (table: string) =>
  count(`${table} x join jobs j on j.id = x.job_id where j.customer_id = $1::uuid`)

const statement = {
  name: 'merge-preview',
  text: `select
    ${count('vehicles where customer_id = $1::uuid and deleted_at is null')} as vehicles,
    ${count('jobs where customer_id = $1::uuid')} as visits,
    ${count('jobs where customer_id = $1::uuid and status = any($3::text[])')} as visits_ahead,
    ${ofVisits('conversation_entries')}
      + ${count("contact_messages where customer_id = $1::uuid or ($2::text <> '' and email = $2::text)")} as messages,
    ${count('customer_notes where customer_id = $1::uuid')} as notes,
    ${count('payment_cards where user_id = $1::uuid')} as cards,
    ${count('reviews where customer_id = $1::uuid')} as reviews,
    ${count('notifications where user_id = $1::uuid')} as notifications,
    ${ofVisits('guest_links')} as guest_links`,
}
