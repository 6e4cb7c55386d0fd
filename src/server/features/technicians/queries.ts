import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { db } from '#server/database/database.ts'
import { users } from '#server/database/tables/users.ts'
import { NotFound } from '#server/http/errors.ts'
import type { Technician } from '#shared/contract/admin.ts'
import { phrase } from '#shared/texts/t.ts'

/** SQL condition on `users`: technicians who may be given work. */
export const isActiveTechnician =
  "role = 'technician' and approved_at is not null and deactivated_at is null"

/** Working and waiting technicians, those who wait for approval first, then by name. */
export function allTechnicians(): Promise<Technician[]> {
  return selectTechnicians()
}

/** One working or waiting technician, or NotFound. */
export async function technicianById(id: string): Promise<Technician> {
  const [technician] = await selectTechnicians(eq(users.id, id))
  if (!technician) throw new NotFound(phrase('Technician not found.'))
  return technician
}

async function selectTechnicians(only?: SQL): Promise<Technician[]> {
  const rows = await db()
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phone: users.phone,
      createdAt: users.createdAt,
      approvedAt: users.approvedAt,
      rating: sql<string | null>`(
        select round(avg(rating), 1)::text from reviews where technician_id = users.id)`,
      jobsToday: sql<number>`(
        select count(*)::int from jobs
        where technician_id = users.id and service_date = ${businessToday()}
          and status <> 'cancelled')`,
      inProgress: sql<boolean>`exists (
        select from jobs where technician_id = users.id and status = 'in_progress')`,
    })
    .from(users)
    .where(and(eq(users.role, 'technician'), isNull(users.deactivatedAt), only))
    .orderBy(sql`${users.approvedAt} is not null`, users.firstName, users.lastName, users.id)
  return rows.map(({ approvedAt, rating, ...row }) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    status: approvedAt ? 'active' : 'waiting',
    rating: rating === null ? null : Number(rating),
  }))
}
