import { Redirect as WouterRedirect, useLocation, useParams, useSearchParams } from 'wouter'
import { useMaybePerson } from '#client/app/session.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { isAt } from '#shared/rules/screens.ts'
import { safeNextPath } from '#shared/rules/sign-in.ts'

/** Redirects of older links, and of shortcuts that depend on the role. */
export default function Redirect() {
  const [path] = useLocation()
  const [query] = useSearchParams()
  const { id } = useParams<{ id?: string }>()
  const role = useMaybePerson()?.role
  const target = () => {
    if (id) return officePaths.officeVisit(id)
    if (isAt('/sign-in', path)) return safeNextPath(query.get('next') ?? undefined)
    if (isAt('/book', path))
      return role === 'customer' || role === 'admin' ? paths.booking : paths.guestBooking
    return paths.home
  }
  return <WouterRedirect to={target()} replace />
}
