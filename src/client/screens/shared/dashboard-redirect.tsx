import { Redirect } from 'wouter'
import { paths } from '#shared/rules/paths.ts'

/** Older links and the payment pages say /dashboard; home is where that is. */
export default function DashboardRedirect() {
  return <Redirect to={paths.home} replace />
}
