import type { Role } from '#shared/rules/roles.ts'
import { t } from '#shared/texts/t.ts'

/** As whom it was tested, which decides what can be. */
export function describeTester(role: Role | null): string {
  if (role === 'customer') return t('Tested as a customer.')
  if (role === 'technician') return t('Tested as a technician.')
  return role === 'admin' ? t('Tested as the office.') : t('Tested as a visitor.')
}
