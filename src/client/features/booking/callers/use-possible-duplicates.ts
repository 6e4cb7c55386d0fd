import { useCall } from '#client/app/queries.ts'
import { useDebounced } from '#client/app/clock.ts'
import type { FoundCustomer } from '#shared/contract/search.ts'
import { dialedNumber } from '#shared/rules/phone-numbers.ts'
import { t } from '#shared/texts/t.ts'
import type { CallerDraft } from './caller-draft.ts'

/** Whose the new customer's phone number or e-mail is already; `isNumber`: somebody else may share it. */
export type PossibleDuplicates = {
  message: string
  customers: readonly FoundCustomer[]
  isNumber: boolean
}

/** Looks while they are typed, so that nobody is written down twice. */
export function usePossibleDuplicates({
  customer,
  isSomebodyElse,
}: CallerDraft): PossibleDuplicates | null {
  const email = customer?.email.trim().toLowerCase() ?? ''
  const number = (customer && !isSomebodyElse && dialedNumber(customer.phone)) ?? ''
  const withEmail = useCustomers(/^\S+@\S+\.\S+$/.test(email) ? email : '')
  const withNumber = useCustomers(number || '')
  const sameEmail = withEmail.filter((one) => one.email === email)
  if (sameEmail.length > 0)
    return {
      message: t('A customer already has this e-mail.'),
      customers: sameEmail,
      isNumber: false,
    }
  const sameNumber = withNumber.filter((one) => one.phone === number)
  if (sameNumber.length === 0) return null
  return {
    message: t('A customer already has this phone number.'),
    customers: sameNumber,
    isNumber: true,
  }
}

function useCustomers(wanted: string): readonly FoundCustomer[] {
  const q = useDebounced(wanted)
  const { data } = useCall('GET /api/admin/callers', { query: { q } }, { enabled: q !== '' })
  return (q !== '' && data) || []
}
