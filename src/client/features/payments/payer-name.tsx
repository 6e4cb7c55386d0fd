import { TextLink } from '#client/ui/text-link.tsx'
import type { Payment } from '#shared/contract/payments.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

/** Whose payment it is, with the way to their page; once they are erased there is neither. */
export function PayerName({ payment: { customerId, customerName } }: { payment: Payment }) {
  if (!customerId) return customerName || t('Deleted customer')
  return <TextLink href={paths.customer(customerId)}>{customerName || t('Customer')}</TextLink>
}
