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
const loadNumberPlans = lazyLoad(() => import('libphonenumber-js/min'))
let numberPlans: Awaited<ReturnType<typeof loadNumberPlans>> | undefined

/** A phone number to read: `(512) 555-0142`, foreign ones with their country code, others as typed. */
export function useShownPhone(stored: string): string {
  const [, setLoaded] = useState(false)
  const isForeign = isForeignPhone(stored)
  useEffect(() => {
    if (!isForeign || numberPlans) return
    const load = async () => {
      numberPlans = await loadNumberPlans()
      setLoaded(true)
    }
    // Unformatted is readable too.
    load().catch(() => {})
  }, [isForeign])
  const foreign = isForeign && numberPlans?.parsePhoneNumberFromString(stored)
  return foreign ? foreign.formatInternational() : nationalPhone(stored)
}
