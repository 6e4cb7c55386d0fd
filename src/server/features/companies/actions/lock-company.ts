import { eq } from 'drizzle-orm'
import { db } from '#server/database/database.ts'
import { companies } from '#server/database/tables/companies.ts'
import { NotFound } from '#server/http/errors.ts'
import type { CompanyRow } from '#server/reads/companies.ts'
import { phrase } from '#shared/texts/t.ts'

/** The company's row, locked until the current transaction ends. Throws NotFound. */
export async function lockCompany(id: string): Promise<CompanyRow> {
  const [company] = await db()
    .select()
    .from(companies)
    .where(eq(companies.id, id))
    .for('no key update')
  if (!company) throw new NotFound(phrase('Company not found.'))
  return company
}
