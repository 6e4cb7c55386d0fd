import { eq, sql } from 'drizzle-orm'
import { now } from '#server/base/clock.ts'
import { db, transaction } from '#server/database/database.ts'
import { companies } from '#server/database/tables/companies.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { users } from '#server/database/tables/users.ts'
import { happened } from '#server/events/happened.ts'
import { recordOfCustomer } from '#server/features/accounts/actions/record-of-customer.ts'
import { Conflict, Invalid } from '#server/http/errors.ts'
import { phoneField } from '#server/http/phone-field.ts'
import { isStale } from '#server/http/versions.ts'
import type { CompanyRow } from '#server/reads/companies.ts'
import { personName } from '#server/reads/people.ts'
import type { CompanyChange, CompanyForm } from '#shared/contract/companies.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import type { Invoicing } from '#shared/rules/invoices.ts'
import type { Person } from '#shared/rules/roles.ts'
import { phrase } from '#shared/texts/t.ts'
import { lockCompany } from './lock-company.ts'

/** Adds a company with its account and returns it. Throws Invalid at a field that cannot be used. */
export async function addCompany(person: Person, form: CompanyForm): Promise<CompanyRow> {
  const { name, phone: typed, approvalAbove, ...rules } = form
  const details = { ...rules, approvalAboveCents: centsOf(approvalAbove) }
  const phone = await phoneField(typed)
  assertRules(details)
  await assertPackages(details.allowedPackageIds)
  return transaction(async () => {
    const [account] = await db()
      .insert(users)
      .values({
        role: 'customer',
        firstName: name,
        phone,
        invoicing: invoicingOf(details),
        createdAt: now(),
      })
      .returning({ id: users.id })
    if (!account) throw new Error('The account was not stored.')
    const [company] = await db()
      .insert(companies)
      .values({ ...details, accountId: account.id, createdAt: now() })
      .returning()
    if (!company) throw new Error('The company was not stored.')
    await recordOfCustomer({ customerId: account.id, by: person.id, kind: 'added' })
    await companyChanged(person, company, { what: 'added' })
    return company
  })
}

/**
 * Changes a company's details and rules. Throws NotFound, Invalid at a field, and Conflict `changed` when it has changed since
 * `version`, with who did it.
 */
export async function changeCompany(
  person: Person,
  id: string,
  {
    version,
    name,
    phone: typed,
    isClosed,
    approvalAbove,
    ...given
  }: CompanyChange & { version?: number | undefined },
): Promise<CompanyRow> {
  const phone = typed === undefined ? undefined : await phoneField(typed)
  if (given.allowedPackageIds) await assertPackages(given.allowedPackageIds)
  return transaction(async () => {
    const before = await lockCompany(id)
    if (isStale(version, before))
      throw new Conflict(phrase('This company has just been changed. Please load it again.'), {
        reason: 'changed',
      })
    const details = {
      ...given,
      ...(approvalAbove !== undefined && { approvalAboveCents: centsOf(approvalAbove) }),
      ...(isClosed !== undefined &&
        isClosed !== (before.closedAt !== null) && { closedAt: isClosed ? now() : null }),
    }
    assertRules({ ...before, ...details })
    const [company] = await db()
      .update(companies)
      .set({ ...details, version: sql`${companies.version} + 1` })
      .where(eq(companies.id, id))
      .returning()
    if (!company) throw new Error('The company is gone.')
    await db()
      .update(users)
      .set({
        ...(name !== undefined && { firstName: name, lastName: '' }),
        ...(phone !== undefined && { phone }),
        invoicing: invoicingOf(company),
      })
      .where(eq(users.id, company.accountId))
    await companyChanged(person, company, {
      what:
        isClosed === undefined && given.onHold === undefined
          ? 'changed'
          : isClosed !== undefined
            ? isClosed
              ? 'closed'
              : 'reopened'
            : given.onHold
              ? 'held'
              : 'released',
    })
    return company
  })
}

const centsOf = (amount: string | number | null): number | null =>
  amount === null ? null : (centsFromDecimal(amount) ?? null)

/** Company visits are on invoice: no card is asked for. */
const invoicingOf = ({
  billingEmail,
  billingAddress,
  netDays,
}: Pick<CompanyForm, 'billingEmail' | 'billingAddress' | 'netDays'>): Invoicing => ({
  company: '',
  address: billingAddress,
  email: billingEmail,
  purchaseOrder: '',
  termsDays: netDays,
})

function assertRules({
  taxCertificate,
  taxExemptUntil,
}: Pick<CompanyForm, 'taxCertificate' | 'taxExemptUntil'>): void {
  if (taxExemptUntil && !taxCertificate)
    throw Invalid.at('taxCertificate', phrase('Please enter the number of the certificate.'))
}

async function assertPackages(ids: readonly string[]): Promise<void> {
  const known = await db().select({ id: servicePackages.id }).from(servicePackages)
  if (ids.some((id) => known.every((one) => one.id !== id)))
    throw Invalid.at('allowedPackageIds', phrase('This package no longer exists.'))
}

type Change = 'added' | 'changed' | 'held' | 'released' | 'closed' | 'reopened' | 'merged'

/** Publishes a change of a company; the office's changes are in the audit log. */
export const companyChanged = async (
  person: Person,
  company: CompanyRow,
  { what }: { what: Change | 'member_removed' | 'cars' },
) =>
  happened({
    event: 'company_changed',
    by: person.id,
    personId: company.accountId,
    data: { companyId: company.id, name: await personName(company.accountId), what },
  })

/** Runs a change of a company's yards and publishes it. */
export function changingYards<T>(
  person: Person,
  company: CompanyRow,
  change: () => Promise<T>,
): Promise<T> {
  return transaction(async () => {
    const changed = await change()
    await companyChanged(person, company, { what: 'changed' })
    return changed
  })
}
