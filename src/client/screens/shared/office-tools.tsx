import { InboxLink } from '#client/features/contact/inbox-link.tsx'
import { OfficeSearch } from '#client/features/search/office-search.tsx'

export default function OfficeTools() {
  return (
    <>
      <OfficeSearch />
      <InboxLink />
    </>
  )
}
