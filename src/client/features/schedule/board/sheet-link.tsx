import { Printer } from 'lucide-react'
import { Anchor } from '#client/ui/text-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

interface SheetLinkProps {
  date: string
  technician: { id: string; name: string }
}

/** One technician's day on paper. */
export function SheetLink({ date, technician: { id, name } }: SheetLinkProps) {
  const label = t('Day sheet of {name}', { name })
  return (
    <Tooltip text={label}>
      <Anchor
        href={paths.daySheet(date, id)}
        aria-label={label}
        className={buttonStyle({ variant: 'quiet', size: 'small', square: true })}
      >
        <Printer className="size-4!" />
      </Anchor>
    </Tooltip>
  )
}
