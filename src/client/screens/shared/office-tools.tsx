import { InboxLink } from '#client/features/contact/inbox-link.tsx'
import { OfficeSearch } from '#client/features/search/office-search.tsx'

/** What the bar has for the office alone. */
export default function OfficeTools() {
  return (
    <>
      <OfficeSearch />
      <InboxLink />
    </>
  )
}
