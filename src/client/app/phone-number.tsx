import { TextLink } from '#client/ui/button.tsx'
import { paths } from '#shared/rules/paths.ts'
import { useEffect, useState } from 'react'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import { isForeignPhone, nationalPhone } from '#shared/rules/phone-numbers.ts'

export function ShownPhone({ number }: { number: string }) {
  return useShownPhone(number)
}

export function PhoneLink({ number }: { number: string }) {
  return <TextLink href={paths.phone(number)}>{useShownPhone(number)}</TextLink>
}

// Number plans are large and rarely needed, so they load on demand.
const loadForeign = lazyLoad(() => import('./foreign-phone.ts'))
let foreign: Awaited<ReturnType<typeof loadForeign>> | undefined

/** A phone number to read: `(512) 555-0142`, foreign ones with their country code, others as typed. */
export function useShownPhone(stored: string): string {
  const [, setLoaded] = useState(false)
  const isForeign = isForeignPhone(stored)
  useEffect(() => {
    if (!isForeign || foreign) return
    const load = async () => {
      foreign = await loadForeign()
      setLoaded(true)
    }
    // Unformatted is readable too.
    load().catch(() => {})
  }, [isForeign])
  return isForeign && foreign ? foreign.formatForeignPhone(stored) : nationalPhone(stored)
}
