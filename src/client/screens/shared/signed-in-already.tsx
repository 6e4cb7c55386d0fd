import { Redirect, useSearchParams } from 'wouter'
import { safeNextPath } from '#shared/rules/sign-in.ts'

/** The sign-in page for somebody who is signed in: on to where it would have led. */
export default function SignedInAlready() {
  const [query] = useSearchParams()
  return <Redirect to={safeNextPath(query.get('next') ?? undefined)} replace />
}
