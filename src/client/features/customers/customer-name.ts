import { personName } from '#client/app/person-name.ts'
import type { FoundCustomer } from '#shared/contract/search.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { t } from '#shared/texts/t.ts'

/** Name, e-mail or phone number: whatever says best who it is. */
export const customerName = (
  customer: Pick<FoundCustomer, 'firstName' | 'lastName' | 'email' | 'phone'>,
): string => personName(customer) || nationalPhone(customer.phone) || t('No name yet')
