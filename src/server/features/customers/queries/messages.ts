import { queryRows } from '#server/database/database.ts'
import type { Customer, CustomerMessage } from '#shared/contract/customers.ts'
import { jobNumber } from '#shared/rules/jobs.ts'

const shown = 50

type Row = Omit<CustomerMessage, 'job' | 'createdAt'> & {
  jobId: string | null
  number: number | null
  createdAt: Date
}

/** The latest messages between a customer and the business, newest first. */
export async function messagesOf({ id, email }: Customer): Promise<CustomerMessage[]> {
  const rows = await queryRows<Row>(statement, [id, email ?? ''])
  return rows.map(({ jobId, number, createdAt, ...message }) => ({
    ...message,
    job: jobId && number !== null ? { id: jobId, number: jobNumber(number) } : null,
    createdAt: createdAt.toISOString(),
  }))
}

const statement = {
  name: 'messages-of-customer',
  text: `select * from (
      (select e.id, 'visit' as kind, e.message as text, '' as subject, e.from_user_id = $1::uuid as by_customer,
          j.id as job_id, j.number, e.created_at
        from conversation_entries e join jobs j on j.id = e.job_id
        where j.customer_id = $1::uuid and e.type = 'message' and e.message <> ''
        order by e.created_at desc limit ${shown})
      union all
      (select c.id, 'inbox', c.message, c.subject, true, j.id, j.number, c.created_at
        from contact_messages c left join jobs j on j.id = c.job_id
        where c.customer_id = $1::uuid or ($2::text <> '' and c.email = $2::text)
        order by c.created_at desc limit ${shown})
    ) written order by created_at desc limit ${shown}`,
}
