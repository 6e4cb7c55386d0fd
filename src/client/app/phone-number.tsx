import { TextLink } from '#client/ui/text-link.tsx'
import { paths } from '#shared/rules/paths.ts'
import { useEffect, useState } from 'react'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import { isForeignPhone, nationalPhone } from '#shared/rules/phone-numbers.ts'
import { t } from '#shared/texts/t.ts'
import { useBusiness } from './session.ts'

/** A stored number to read. */
export function ShownPhone({ number }: { number: string }) {
  return useShownPhone(number)
}

/** To read and to call. */
export function PhoneLink({ number }: { number: string }) {
  return <TextLink href={paths.phone(number)}>{useShownPhone(number)}</TextLink>
}

// The numbering plans of the world, for the few who have a number from there.
const loadForeign = lazyLoad(() => import('./foreign-phone.ts'))
let foreign: Awaited<ReturnType<typeof loadForeign>> | undefined

/** A stored number as people read it: `(512) 555-0142`, one from abroad with its country, any other as it was typed. */
export function useShownPhone(stored: string): string {
  const [, setLoaded] = useState(false)
  const isForeign = isForeignPhone(stored)
  useEffect(() => {
    if (!isForeign || foreign) return
    const load = async () => {
      foreign = await loadForeign()
      setLoaded(true)
    }
    // Without its spaces it can be read too.
    load().catch(() => {})
  }, [isForeign])
  return isForeign && foreign ? foreign.formatForeignPhone(stored) : nationalPhone(stored)
}

/** How one writes to the office: by its e-mail, where it has said one, else by the form of the contact page. */
export function ContactLink() {
  const { supportEmail } = useBusiness()
  if (!supportEmail) return <TextLink href={paths.contact}>{t('Contact us')}</TextLink>
  return <TextLink href={`mailto:${supportEmail}`}>{supportEmail}</TextLink>
}
