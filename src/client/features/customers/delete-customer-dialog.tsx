import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useCall } from '#client/app/queries.ts'
import type { Customer } from '#shared/contract/customers.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'

interface DeleteCustomerDialogProps {
  customer: Customer
  onClose: () => void
  onDeleted?: () => void
}

export function DeleteCustomerDialog({ customer, onClose, onDeleted }: DeleteCustomerDialogProps) {
  const name = customerName(customer)
  const { data } = useCall('GET /api/admin/customers/{id}', { params: { id: customer.id } })
  const owed = Number(data?.amountDue ?? 0) > 0
  const toReturn = data?.toReturn
  return (
    <ConfirmCall
      call="DELETE /api/admin/customers/{id}"
      input={{ params: { id: customer.id }, query: owed || toReturn ? { evenOwing: 'yes' } : {} }}
      version={customer.version}
      onClose={onClose}
      danger
      title={t('Delete {name}?', { name })}
      description={
        <>
          {t(
            'This is permanent: name, addresses, cars, messages, cards and notes are erased, and they are signed out. Visits and payments stay in the books without a name.',
          )}
          {data !== undefined && data.invoiceCount > 0 && (
            <span className="mt-2 block">
              {t(
                'Their invoices stay as issued, with name and address: the law requires you to keep them.',
              )}
            </span>
          )}
          {data !== undefined && data.visitsAhead > 0 && (
            <strong className="mt-2 block">
              {plural(data.visitsAhead, {
                one: 'They have {count} upcoming or active visit. Cancel it, or wait until it is done: until then the customer cannot be deleted.',
                other:
                  'They have {count} upcoming or active visits. Cancel them, or wait until they are done: until then the customer cannot be deleted.',
              })}
            </strong>
          )}
          {toReturn && (
            <strong className="mt-2 block">
              {t(
                'You still have to give back {amount}. Their name stays in the books until that is given back.',
                { amount: formatAmount(toReturn) },
              )}
            </strong>
          )}
          {data && owed && (
            <strong className="mt-2 block">
              {t(
                'They still owe {amount}. Their name stays in the books until that is paid or written off by adjusting it.',
                {
                  amount: formatAmount(data.amountDue),
                },
              )}
            </strong>
          )}
        </>
      }
      confirmLabel={t('Delete customer')}
      cancelLabel={t('Keep')}
      successToast={{ title: t('Customer deleted'), description: name }}
      failureToast={({ status, details, message }) => ({
        title: t('Deletion failed'),
        description:
          // A customer already deleted has no bookings.
          status === 404 ||
          ['payment_running', 'owes'].includes(
            (details as { reason?: string } | undefined)?.reason ?? '',
          )
            ? translate(message)
            : t('Failed to delete customer. They may have active bookings.'),
      })}
      onDone={onDeleted}
    />
  )
}
