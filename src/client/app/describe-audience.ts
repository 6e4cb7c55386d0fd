import type { Role } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'

/** Whom a page is for, where it is for others. */
export function describeAudience(roles: readonly Role[]): string {
  const [customer, technician, admin] = (['customer', 'technician', 'admin'] as const).map((one) =>
    roles.includes(one),
  )
  if (customer && technician && admin) return t('This page is for people who are signed in.')
  if (customer && admin) return t('This page is for customers and the office.')
  if (technician && admin) return t('This page is for technicians and the office.')
  if (customer) return t('This page is for customers.')
  if (technician) return t('This page is for technicians.')
  return t('This page is for the office.')
}
