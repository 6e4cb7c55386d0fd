import { useRef, useState } from 'react'
import { SearchBox } from '#client/app/list/search-box.tsx'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { Button, SmallButton } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { Customer } from '#shared/contract/customers.ts'
import { unbrokenPhone } from '#shared/rules/phone-numbers.ts'
import { t } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'
import MergeDialog from './merge-dialog.tsx'

interface ChooseDuplicateDialogProps {
  customer: Customer
  onMerged: (kept: Customer) => void
  onClose: () => void
}

export default function ChooseDuplicateDialog(props: ChooseDuplicateDialogProps) {
  const { customer, onMerged, onClose } = props
  const [search, setSearch] = useState(() => customer.lastName || customer.firstName)
  const [other, setOther] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const found = useCall('GET /api/admin/customers', {
    query: { search: search || undefined, limit: 10 },
  })
  if (other) return <MergeDialog ids={[customer.id, other]} onMerged={onMerged} onClose={onClose} />
  const others = { ...found, data: found.data?.filter(({ id }) => id !== customer.id) }
  return (
    <Dialog
      onClose={onClose}
      title={t('Who is the same person as {name}?', { name: customerName(customer) })}
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      <SearchBox
        ref={box}
        label={t('Search name, e-mail, phone or plate')}
        value={search}
        onSearch={setSearch}
        onClear={() => {
          setSearch('')
          box.current?.focus()
        }}
      />
      <div className="mt-3">
        <List
          list={others}
          failed={t('Failed to Load Customers')}
          empty={<EmptyState title={t('No matches for “{search}”', { search })} />}
        >
          {(all) => (
            <ul className="divide-y divide-line">
              {all.map((one) => (
                <li key={one.id} className="flex items-center justify-between gap-3 py-2">
                  <span className="min-w-0 wrap-anywhere">
                    <span className="font-medium">{customerName(one)}</span>{' '}
                    <span className="text-sm text-soft">
                      {[one.email, unbrokenPhone(one.phone)].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                  <SmallButton
                    aria-label={t('Compare with {name}', { name: customerName(one) })}
                    onClick={() => setOther(one.id)}
                  >
                    {t('Compare')}
                  </SmallButton>
                </li>
              ))}
            </ul>
          )}
        </List>
      </div>
    </Dialog>
  )
}
