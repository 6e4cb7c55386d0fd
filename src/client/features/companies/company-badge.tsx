import { Badge } from '#client/ui/badge.tsx'
import { t } from '#shared/texts/t.ts'

/** Shows that a company books nothing now; nothing for one that does. */
export function CompanyBadge({ onHold, isClosed }: { onHold: boolean; isClosed: boolean }) {
  if (isClosed) return <Badge>{t('state|Closed')}</Badge>
  return onHold ? <Badge color="amber">{t('On hold')}</Badge> : null
}
