import { StatusBadge } from '#client/ui/badge.tsx'
import type { Technician } from '#shared/contract/admin.ts'
import { t } from '#shared/texts/t.ts'

export function TechnicianStatusBadge({ status }: { status: Technician['status'] }) {
  return status === 'active' ? (
    <StatusBadge color="green">{t('person|Active')}</StatusBadge>
  ) : (
    <StatusBadge color="amber">{t('Waiting for approval')}</StatusBadge>
  )
}
