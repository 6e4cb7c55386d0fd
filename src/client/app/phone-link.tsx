import { TextLink } from '#client/ui/text-link.tsx'
import { paths } from '#shared/rules/paths.ts'
import { useShownPhone } from './shown-phone.ts'

/** A stored number to read. */
export function ShownPhone({ number }: { number: string }) {
  return useShownPhone(number)
}

/** To read and to call. */
export function PhoneLink({ number }: { number: string }) {
  return <TextLink href={paths.phone(number)}>{useShownPhone(number)}</TextLink>
}
