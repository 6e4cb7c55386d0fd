import { clsx } from 'clsx'
import { personName } from '#client/app/person-name.ts'
import { Badge, type BadgeColor, StatusBadge } from '#client/ui/badge.tsx'
import type { FoundCustomer } from '#shared/contract/search.ts'
import { type CustomerStatus, customerStatusLabels } from '#shared/rules/customers.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

const colors: Record<CustomerStatus, BadgeColor> = {
  active: 'green',
  new: 'blue',
  inactive: 'gray',
}

export function CustomerBadge({ status }: { status: CustomerStatus }) {
  return <StatusBadge color={colors[status]}>{translate(customerStatusLabels[status])}</StatusBadge>
}

interface TagsProps {
  tags: readonly string[]
  /** Number shown; the rest are counted. */
  most?: number
  className?: string
}

export function Tags({ tags, most = tags.length, className }: TagsProps) {
  if (tags.length === 0) return null
  const left = tags.slice(most)
  return (
    <span className={clsx('flex flex-wrap gap-1', className)}>
      <span className="sr-only">{t('Tags')} </span>
      {tags.slice(0, most).map((tag) => (
        <Badge key={tag} color="light">
          {tag}
        </Badge>
      ))}
      {left.length > 0 && (
        <span title={left.join(', ')}>
          <Badge color="light">
            {plural(left.length, { one: '+{count} tag', other: '+{count} tags' })}
          </Badge>
        </span>
      )}
    </span>
  )
}

/** Name, or else e-mail address or phone number. */
export const customerName = (
  customer: Pick<FoundCustomer, 'firstName' | 'lastName' | 'email' | 'phone'>,
): string => personName(customer) || nationalPhone(customer.phone) || t('No name yet')
