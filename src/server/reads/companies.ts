import { and, eq, inArray, isNull } from 'drizzle-orm'
import { currentSettings } from '#server/base/current-settings.ts'
import { db } from '#server/database/database.ts'
import { companyApprovals } from '#server/database/tables/company-approvals.ts'
import { companies, companyMembers } from '#server/database/tables/companies.ts'
import { vehicles } from '#server/database/tables/vehicles.ts'
import { Conflict, NotFound } from '#server/http/errors.ts'
import { type CompanyRules, companyRefusal, type MemberRole } from '#shared/rules/companies.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'

export type CompanyRow = typeof companies.$inferSelect
/** A company and what the caller is there. */
export type ActingFor = { company: CompanyRow; role: MemberRole | 'office' }

const isCurrent = isNull(companyMembers.leftAt)

/** The companies this person acts for, by when they joined; none for the office. */
export function companiesOf(person: Person) {
  return db()
    .select({ company: companies, role: companyMembers.role })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(and(eq(companyMembers.userId, person.id), isCurrent))
    .orderBy(companyMembers.joinedAt)
}

/**
 * The company and the caller's role in it: the only way to a company's data. Throws NotFound for people who are not members,
 * guests included, and for members whose role `may` refuses.
 */
export async function companyFor(
  person: Person,
  id: string,
  may: (role: MemberRole | 'office') => boolean = () => true,
): Promise<ActingFor> {
  const found =
    person.role === 'admin'
      ? (await db().select().from(companies).where(eq(companies.id, id))).map((company) => ({
          company,
          role: 'office' as const,
        }))
      : person.role === 'customer' && !person.link
        ? (await companiesOf(person)).filter(({ company }) => company.id === id)
        : []
  const [acting] = found
  if (!acting || !may(acting.role)) throw new NotFound(phrase('Company not found.'))
  return acting
}

/** The company whose account this customer is, if any. */
export async function companyOfAccount(accountId: string): Promise<CompanyRow | undefined> {
  if (!currentSettings().uses.companies) return undefined
  const [company] = await db().select().from(companies).where(eq(companies.accountId, accountId))
  return company
}

/** Throws Conflict for a company's account, which only the company's page changes. */
export async function assertNoCompany(customerIds: readonly string[]): Promise<void> {
  if ((await db().$count(companies, inArray(companies.accountId, [...customerIds]))) > 0)
    throw new Conflict(phrase('This is a company. Change it on the page of the company.'), {
      reason: 'company',
    })
}

export const rulesOf = (company: CompanyRow): CompanyRules => ({
  ...company,
  isClosed: company.closedAt !== null,
})

/** Throws Conflict for a visit that the company's rules refuse, with the field or reason in `details`. */
export function assertCompanyAllows(
  company: CompanyRow,
  visit: { poNumber: string; servicePackageId: string },
  byOffice: boolean,
): void {
  const refusal = companyRefusal(rulesOf(company), visit)
  if (refusal === 'po_number')
    throw Conflict.at('poNumber', phrase('Please enter the PO number for this visit.'), {
      reason: 'po_number',
      field: 'poNumber',
    })
  const words = byOffice ? { ...refusals, ...officeRefusals } : refusals
  if (refusal) throw new Conflict(words[refusal], { reason: refusal })
}

const officeRefusals = {
  closed: phrase('This company is closed. Reopen it on its page first.'),
  on_hold: phrase('This company is on hold. Take it off hold on its page first.'),
}
const refusals = {
  closed: phrase('This company’s account is closed. Please contact the office.'),
  on_hold: phrase('New bookings for this company are paused. Please contact the office.'),
  package: phrase('This company does not book this package. Please choose another one.'),
}

/** The ids of the cars a member drives. */
export async function carsDrivenBy(company: CompanyRow, userId: string): Promise<string[]> {
  const rows = await db()
    .select({ id: vehicles.id })
    .from(vehicles)
    .where(and(eq(vehicles.customerId, company.accountId), eq(vehicles.driverId, userId)))
  return rows.map(({ id }) => id)
}

/** Signs the links with which approvers answer. */
export const approvalKey = 'company approvals'

/** Throws Conflict while a company's visit waits for its approval. */
export async function assertApproved(jobId: string): Promise<void> {
  if (!currentSettings().uses.companies) return
  const waiting = and(eq(companyApprovals.jobId, jobId), isNull(companyApprovals.answeredAt))
  if ((await db().$count(companyApprovals, waiting)) > 0)
    throw new Conflict(
      phrase('The company has not approved this visit yet. Please call the office.'),
      { reason: 'company_approval' },
    )
}
