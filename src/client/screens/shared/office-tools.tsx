import { OfficeSearch } from '#client/features/search/office-search.tsx'
import { Inbox } from 'lucide-react'
import { useLocation } from 'wouter'
import { whileDown } from '#client/app/socket-state.ts'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { Anchor, buttonStyle } from '#client/ui/button.tsx'
import { CountBadge } from '#client/ui/badge.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { plural, t } from '#shared/texts/t.ts'

export default function OfficeTools() {
  return (
    <>
      <OfficeSearch />
      <InboxLink />
    </>
  )
}

function InboxLink() {
  const [location] = useLocation()
  const { total } = usePaginatedQuery(
    'GET /api/admin/messages',
    { query: { filter: 'open', limit: 1 } },
    { pollEvery: whileDown(60_000) },
  )
  const label = total
    ? plural(total, { one: 'Messages, {count} open', other: 'Messages, {count} open' })
    : t('Messages')
  return (
    <span className="relative">
      <Tooltip text={label}>
        <Anchor
          href={officePaths.messages}
          aria-label={label}
          aria-current={location === officePaths.messages ? 'page' : undefined}
          className={buttonStyle({ variant: 'quiet', square: true })}
        >
          <Inbox />
        </Anchor>
      </Tooltip>
      <span aria-hidden="true" className="pointer-events-none absolute top-0.5 right-0.5">
        <CountBadge count={total ?? 0} />
      </span>
    </span>
  )
}
