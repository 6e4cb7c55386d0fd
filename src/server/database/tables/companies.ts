import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MemberRole } from '#shared/rules/companies.ts'
import { createdAt, id, instant, partOf, refersTo } from './columns.ts'
import { users } from './users.ts'

/**
 * Business customers with members, cars and rules. Its cars, visits and money belong to the company's own account, which no
 * one signs in to; members reach them through `company_members` only.
 */
export const companies = pgTable(
  'companies',
  {
    id: id(),
    /** Its name and phone are this account's. */
    accountId: refersTo('account_id', () => users.id),
    /** Statements are mailed here; empty for none. */
    billingEmail: text('billing_email').notNull().default(''),
    billingAddress: text('billing_address').notNull().default(''),
    poRequired: boolean('po_required').notNull().default(false),
    /** A visit is completed only with an odometer reading. */
    odometerRequired: boolean('odometer_required').notNull().default(false),
    /** Visits that cost more wait for an approver; null for none. */
    approvalAboveCents: integer('approval_above_cents'),
    /** Ids of the packages its members may book; empty for all. */
    allowedPackageIds: uuid('allowed_package_ids').array().notNull().default([]),
    /** Days until a statement is due. */
    netDays: integer('net_days').notNull().default(30),
    /** Number of the certificate of exemption from sales tax; empty without one. */
    taxCertificate: text('tax_certificate').notNull().default(''),
    /** The certificate's last day; null if it does not expire. */
    taxExemptUntil: date('tax_exempt_until', { mode: 'string' }),
    /** New bookings are refused. */
    onHold: boolean('on_hold').notNull().default(false),
    closedAt: instant('closed_at'),
    /** Incremented by each change, for `If-Match`. */
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (company) => [
    uniqueIndex('companies_account').on(company.accountId),
    check('companies_net_days', sql`${company.netDays} between 0 and 90`),
  ],
)

/** People who act for a company; those who left keep their row. */
export const companyMembers = pgTable(
  'company_members',
  {
    id: id(),
    companyId: partOf('company_id', () => companies.id),
    userId: refersTo('user_id', () => users.id),
    role: text('role').$type<MemberRole>().notNull(),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    leftAt: instant('left_at'),
  },
  (member) => [
    uniqueIndex('company_members_current')
      .on(member.companyId, member.userId)
      .where(sql`${member.leftAt} is null`),
    index('company_members_user').on(member.userId),
    check('company_members_role', sql`${member.role} in ('manager', 'approver', 'driver')`),
  ],
)
