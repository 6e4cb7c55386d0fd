import { Suspense } from 'react'
import { usePerson } from '#client/app/session.ts'
import { lazyComponent } from '#client/ui/lazy-load.ts'

const NameForm = lazyComponent(() => import('./name-form.tsx'))

/** Asks a technician for the name customers see, once; nothing if set. */
export function AskName() {
  const { firstName, lastName, email } = usePerson()
  if (firstName || lastName || !email) return null
  return (
    <Suspense>
      <NameForm email={email} />
    </Suspense>
  )
}
