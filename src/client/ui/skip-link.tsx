import { t } from '#shared/texts/t.ts'

/** The first thing Tab reaches: past the navigation, to the element with that id. */
export function SkipLink({ to = 'main' }: { to?: string }) {
  return (
    <a
      href={`#${to}`}
      className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-ink px-4 py-2.5 font-semibold text-paper focus:translate-y-0"
    >
      {t('Skip to content')}
    </a>
  )
}
