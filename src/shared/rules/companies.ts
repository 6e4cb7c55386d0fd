import { text } from '../texts/t.ts'
import type { LocalDate } from './calendar.ts'

/** Managers see everything with its costs, approvers also decide, drivers book for and see their own cars. */
export const memberRoles = ['manager', 'approver', 'driver'] as const
export type MemberRole = (typeof memberRoles)[number]

export const memberRoleLabels: Record<MemberRole, string> = {
  manager: text('Manager'),
  approver: text('Approver'),
  driver: text('Driver'),
}

export const memberRoleHints: Record<MemberRole, string> = {
  manager: text('Books for every car, invites members and sees all costs.'),
  approver: text('Approves visits above your limit and sees all costs.'),
  driver: text('Books for and sees their own cars, and sees no amounts.'),
}

export const maySeeAmounts = (role: MemberRole | 'office'): boolean => role !== 'driver'
export const mayApprove = (role: MemberRole | 'office'): boolean => role !== 'driver'
/** Whether they book for every car of the company, and manage its cars, yards and members. */
export const mayManage = (role: MemberRole | 'office'): boolean =>
  role === 'manager' || role === 'office'

export const maxNetDays = 90
/** Cars of one booking. */
export const mostCarsAtOnce = 60
/** Rows of one list of cars. */
export const mostCarsInFile = 2000

export type CompanyRules = {
  poRequired: boolean
  /** Ids of the packages it may book; empty for all. */
  allowedPackageIds: readonly string[]
  /** Number of the certificate of exemption from sales tax; empty without one. */
  taxCertificate: string
  /** The certificate's last day; null if it does not expire. */
  taxExemptUntil: LocalDate | null
  onHold: boolean
  isClosed: boolean
}

/** Whether a visit on this business-local date is exempt from sales tax. */
export const isTaxExempt = (
  { taxCertificate, taxExemptUntil }: Pick<CompanyRules, 'taxCertificate' | 'taxExemptUntil'>,
  date: LocalDate,
): boolean => taxCertificate !== '' && (taxExemptUntil === null || date <= taxExemptUntil)

/** The company's rule that refuses a booking; undefined for none. */
export function companyRefusal(
  rules: CompanyRules,
  visit: { poNumber: string; servicePackageId: string },
): 'closed' | 'on_hold' | 'po_number' | 'package' | undefined {
  if (rules.isClosed) return 'closed'
  if (rules.onHold) return 'on_hold'
  if (rules.poRequired && visit.poNumber === '') return 'po_number'
  const { allowedPackageIds: allowed } = rules
  if (allowed.length > 0 && !allowed.includes(visit.servicePackageId)) return 'package'
  return undefined
}

/** A unit number as stored and compared: without spaces around, in upper case. */
export const unitNumberOf = (typed: string): string =>
  typed.trim().replace(/\s+/g, ' ').toUpperCase()

/** Unit numbers of a pasted list: one a line, or separated by commas, semicolons or tabs; each once. */
export const unitNumbersIn = (list: string): string[] => [
  ...new Set(
    list
      .split(/[\n,;\t]+/)
      .map((one) => unitNumberOf(one.replace(/^["'#]+|["']+$/g, '')))
      .filter(Boolean),
  ),
]

const hourMs = 3_600_000

/** When a question to approvers passes on to the office: after a day, at the latest two hours before the visit. */
export const approvalDeadline = (asked: Date, startsAt: Date): Date =>
  new Date(
    Math.max(
      asked.getTime(),
      Math.min(asked.getTime() + 24 * hourMs, startsAt.getTime() - 2 * hourMs),
    ),
  )
