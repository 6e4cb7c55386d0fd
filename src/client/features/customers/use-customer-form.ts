import { useRef, useState } from 'react'
import type { CallError } from '#client/app/call.ts'
import type { Customer } from '#shared/contract/customers.ts'
import { t } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'

/** A customer form as opened. After a conflict, saving again is based on the newer `version`. */
export function useCustomerForm(customer: Customer) {
  const [opened] = useState(customer)
  const version = useRef(opened.version)
  return {
    opened,
    version,
    form: {
      submitLabel: t('Save'),
      failureTitle: t('Update failed'),
      failureText: t('Failed to update customer information.'),
      onFailure: ({ details }: CallError) => {
        const { reason, now } = (details ?? {}) as { reason?: string; now?: Customer }
        if (reason === 'changed' && now) version.current = now.version
        return false
      },
      successToast: (saved: Customer) => ({
        title: t('Customer updated'),
        description: customerName(saved),
      }),
    },
  }
}
