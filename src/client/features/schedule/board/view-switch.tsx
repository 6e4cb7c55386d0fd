import { clsx } from 'clsx'
import { Anchor } from '#client/ui/text-link.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** One day, or a week of them. */
export function ViewSwitch({ date, isWeek }: { date: string; isWeek: boolean }) {
  const link = (href: string, label: string, current: boolean) => (
    <Anchor
      href={href}
      aria-current={current ? 'page' : undefined}
      className={clsx(
        'inline-flex min-h-11 items-center px-4 font-semibold no-underline',
        current ? 'bg-ink text-paper' : 'hover:bg-ink/6',
      )}
    >
      {label}
    </Anchor>
  )
  return (
    <nav
      aria-label={t('View')}
      className="inline-flex w-fit overflow-clip rounded-control border border-edge/60 bg-card"
    >
      {link(paths.scheduleOn(date), t('Day'), !isWeek)}
      {link(paths.scheduleWeek(date), t('Week'), isWeek)}
    </nav>
  )
}
