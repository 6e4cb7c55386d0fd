import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { DuplicatePair } from '#shared/contract/customer-merging.ts'
import { duplicateReasonLabels } from '#shared/rules/customers.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'
import MergeDialog from './merge-dialog.tsx'

export default function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const [merging, setMerging] = useState<readonly [string, string] | null>(null)
  const pairs = useCall('GET /api/admin/customers/duplicates')
  if (merging) return <MergeDialog ids={merging} onClose={() => setMerging(null)} />
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Possible duplicates')}
      description={t('The same phone number, the same mailbox, or the same name and ZIP code.')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <List
        list={pairs}
        failed={t('The duplicates could not be loaded')}
        empty={<EmptyState icon={<UsersRound />} title={t('No duplicates found')} />}
      >
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((pair) => (
              <Pair
                key={pair.customers.map(({ id }) => id).join()}
                pair={pair}
                onMerge={setMerging}
              />
            ))}
          </ul>
        )}
      </List>
    </Dialog>
  )
}

interface PairProps {
  pair: DuplicatePair
  onMerge: (ids: readonly [string, string]) => void
}

function Pair({ pair: { customers, reasons }, onMerge }: PairProps) {
  const [first, second] = customers
  if (!first || !second) return null
  const names = customers.map(customerName).join(', ')
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap gap-1.5">
          {reasons.map((reason) => (
            <Badge key={reason} color="amber">
              {translate(duplicateReasonLabels[reason])}
            </Badge>
          ))}
        </p>
        {customers.map((customer) => (
          <p key={customer.id} className="mt-1.5 wrap-anywhere">
            <span className="font-medium">{customerName(customer)}</span>{' '}
            <span className="text-sm text-soft">
              {customer.email && `${shownEmail(customer.email)} · `}
              {customer.phone && (
                <span className="whitespace-nowrap">{`${nationalPhone(customer.phone)} · `}</span>
              )}
              {plural(customer.jobCount, { one: '{count} visit', other: '{count} visits' })}
            </span>
          </p>
        ))}
      </div>
      <SmallButton
        aria-label={t('Compare and merge {names}', { names })}
        onClick={() => onMerge([first.id, second.id])}
      >
        {t('Compare and merge')}
      </SmallButton>
    </li>
  )
}
