import { Redirect } from 'wouter'
import { useMaybePerson } from '#client/app/session.ts'
import { paths } from '#shared/rules/paths.ts'

/** An installed app has one shortcut for everybody; who is signed in decides where they book. */
export default function BookRedirect() {
  const role = useMaybePerson()?.role
  const books = role === 'customer' || role === 'admin'
  return <Redirect to={books ? paths.booking : paths.guestBooking} replace />
}
