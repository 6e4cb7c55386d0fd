import { queryRows } from '#server/database/database.ts'
import { activeJobStatuses } from '#shared/rules/jobs.ts'

/** The sender of a text, judged by the number; the name is empty if unknown. */
type Texter = {
  name: string
  /** Null for staff, and when several people match. */
  customerId: string | null
  language: string | null
  /** Their next visit, or else the last one. */
  job: { id: string; number: number } | null
}

type Row = {
  id: string
  name: string
  role: string | null
  language: string | null
  jobId: string | null
  number: number | null
  ahead: boolean | null
}

const statement = {
  name: 'who-texts',
  text: `select u.id, trim(u.first_name || ' ' || u.last_name) as name, u.role, u.language,
      j.id as job_id, j.number, j.ahead
    from users u
    left join lateral (
      select id, number, status = any($2::text[]) as ahead from jobs where customer_id = u.id
      order by status = any($2::text[]) desc,
        case when status = any($2::text[]) then starts_at end, starts_at desc
      limit 1) j on true
    where u.phone = $1 and u.anonymized_at is null
    order by u.created_at limit 5`,
}

/** Among several people with the number, the only one with a visit ahead; otherwise the sender is unknown. */
export async function whoTexts(phone: string): Promise<Texter> {
  const people = await queryRows<Row>(statement, [phone, activeJobStatuses])
  const ahead = people.filter((one) => one.ahead)
  const one = people.length === 1 ? people[0] : ahead.length === 1 ? ahead[0] : undefined
  if (!one) {
    const name = people
      .map((person) => person.name)
      .filter(Boolean)
      .join(' / ')
    return { name, customerId: null, language: people[0]?.language ?? null, job: null }
  }
  const { name, role, language, jobId, number } = one
  return {
    name,
    customerId: role === 'customer' ? one.id : null,
    language,
    job: jobId && number !== null ? { id: jobId, number } : null,
  }
}
