import { useEffect, useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { CarsCard } from '#client/features/customers/cars-card.tsx'
import { CustomerBadge, customerName } from '#client/features/customers/customer-badges.tsx'
import { DeleteCustomerDialog } from '#client/features/customers/delete-customer-dialog.tsx'
import { FactsCard, CustomerTotals } from '#client/features/customers/facts-card.tsx'
import {
  HistoryCard,
  MessagesCard,
  NotesCard,
} from '#client/features/customers/messages-notes-history.tsx'
import { VisitsCard } from '#client/features/customers/visits-card.tsx'
import { Button, LinkButton, SmallButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Menu } from '#client/ui/menu.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Customer, CustomerDetails } from '#shared/contract/customers.ts'
import type { Vehicle } from '#shared/contract/vehicles.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t, translate } from '#shared/texts/t.ts'
import { Banner } from '#client/ui/banner.tsx'
import { duplicateReasonLabels } from '#shared/rules/customers.ts'

const EditDialog = lazyDialog(() => import('#client/features/customers/edit-customer-dialog.tsx'))
const ChooseDuplicate = lazyDialog(
  () => import('#client/features/customers/choose-duplicate-dialog.tsx'),
)
const InvoicingDialog = lazyDialog(() => import('#client/features/customers/invoicing-dialog.tsx'))
const MergeDialog = lazyDialog(() => import('#client/features/customers/merge-dialog.tsx'))
const WaitDialog = lazyDialog(() => import('#client/features/waitlist/wait-dialog.tsx'))
const EditVehicle = lazyDialog(() => import('#client/features/vehicles/edit-vehicle-dialog.tsx'))

export default function CustomerScreen() {
  const { id } = useParams<{ id: string }>()
  const [, go] = useLocation()
  const customer = useCall('GET /api/admin/customers/{id}', { params: { id } })
  const keptId = customer.data?.id
  // A merged customer's id returns the remaining one.
  useEffect(() => {
    if (keptId && keptId !== id) go(officePaths.customer(keptId), { replace: true })
  }, [keptId, id, go])
  const wayOut = <LinkButton href={paths.customers}>{t('Customers')}</LinkButton>
  return (
    <Loaded
      key={id}
      page
      parts={[customer]}
      loading={<Skeleton className="mx-auto h-140 w-full max-w-wide rounded-card!" />}
      failed={t('The customer could not be loaded')}
      action={wayOut}
      missing={
        <EmptyState
          page
          title={t('Customer not found')}
          text={t('There is no customer at this address. They may have been deleted.')}
          action={wayOut}
        />
      }
    >
      {(person) => <CustomerPage customer={person} />}
    </Loaded>
  )
}

type Open =
  | { dialog: 'edit' | 'invoicing' | 'delete' | 'choose' }
  | { dialog: 'merge'; otherId: string }
  | { dialog: 'edit car' | 'delete car' | 'wait'; car: Vehicle }

function CustomerPage({ customer }: { customer: CustomerDetails }) {
  const [, go] = useLocation()
  const [open, setOpen] = useState<Open | null>(null)
  const { id, status, companyId } = customer
  const close = () => setOpen(null)
  const edit = () => (companyId ? go(officePaths.company(companyId)) : setOpen({ dialog: 'edit' }))
  const showKept = (kept: Customer) => go(officePaths.customer(kept.id))
  return (
    <Page
      wide
      title={customerName(customer)}
      back={{ href: paths.customers, label: t('Customers') }}
      lede={<CustomerBadge status={status} />}
      actions={
        <>
          <LinkButton variant="primary" href={officePaths.bookFor({ customerId: id })}>
            {t('Book for this customer')}
          </LinkButton>
          <Button onClick={edit}>{companyId ? t('Open the company') : t('Edit')}</Button>
          {!companyId && (
            <Menu
              items={[
                {
                  label: t('Payment by invoice'),
                  onSelect: () => setOpen({ dialog: 'invoicing' }),
                },
                { label: t('Invoices'), href: officePaths.invoicesOf(id) },
                {
                  label: t('Merge with another customer'),
                  onSelect: () => setOpen({ dialog: 'choose' }),
                },
                { label: t('Delete'), onSelect: () => setOpen({ dialog: 'delete' }) },
              ]}
              trigger={(props) => <Button {...props}>{t('More')}</Button>}
            />
          )}
        </>
      }
    >
      <DuplicatesBanner
        customer={customer}
        onCompare={(otherId) => setOpen({ dialog: 'merge', otherId })}
      />
      <CustomerTotals customer={customer} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[21rem_minmax(0,1fr)] xl:grid-cols-[21rem_minmax(0,1fr)_22rem]">
        <div className="min-w-0 space-y-4">
          <FactsCard customer={customer} onEdit={edit} />
          <CarsCard
            customerId={id}
            onEdit={(car) => setOpen({ dialog: 'edit car', car })}
            onDelete={(car) => setOpen({ dialog: 'delete car', car })}
            onWait={(car) => setOpen({ dialog: 'wait', car })}
          />
        </div>
        <div className="min-w-0">
          <VisitsCard id={id} />
        </div>
        <div className="min-w-0 space-y-4 max-xl:lg:col-start-2">
          <NotesCard customer={customer} />
          <MessagesCard id={id} />
          <HistoryCard customer={customer} />
        </div>
      </div>
      {open?.dialog === 'wait' && (
        <WaitDialog waiting={{ vehicleId: open.car.id, customerId: id }} onClose={close} />
      )}
      {open?.dialog === 'edit' && <EditDialog customer={customer} onClose={close} />}
      {open?.dialog === 'invoicing' && <InvoicingDialog customer={customer} onClose={close} />}
      {open?.dialog === 'delete' && (
        <DeleteCustomerDialog
          customer={customer}
          onClose={close}
          onDeleted={() => go(paths.customers)}
        />
      )}
      {open?.dialog === 'choose' && (
        <ChooseDuplicate customer={customer} onMerged={showKept} onClose={close} />
      )}
      {open?.dialog === 'merge' && (
        <MergeDialog ids={[id, open.otherId]} onMerged={showKept} onClose={close} />
      )}
      {open?.dialog === 'edit car' && <EditVehicle vehicle={open.car} onClose={close} />}
      {open?.dialog === 'delete car' && <DeleteCar car={open.car} onClose={close} />}
    </Page>
  )
}

function DeleteCar({ car, onClose }: { car: Vehicle; onClose: () => void }) {
  const vehicle = vehicleName(car)
  return (
    <ConfirmCall
      call="DELETE /api/vehicles/{id}"
      input={{ params: { id: car.id } }}
      onClose={onClose}
      danger
      title={t('Delete {vehicle}', { vehicle })}
      description={t(
        "The {vehicle} is removed from this customer's account. You can restore it under Vehicle recovery.",
        { vehicle },
      )}
      confirmLabel={t('Delete vehicle')}
      cancelLabel={t('Keep')}
      successToast={{ title: t('Vehicle deleted'), description: vehicle }}
      failureToast={({ message }) => ({ title: t('Error'), description: translate(message) })}
    />
  )
}

interface DuplicatesBannerProps {
  customer: CustomerDetails
  onCompare: (otherId: string) => void
}

function DuplicatesBanner({ customer: { duplicates }, onCompare }: DuplicatesBannerProps) {
  if (duplicates.length === 0) return null
  return (
    <div className="mb-4">
      <Banner tone="warning" title={t('Possible duplicate')}>
        <ul>
          {duplicates.map((other) => (
            <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{customerName(other)}</span>{' '}
                {other.reasons.map((reason) => translate(duplicateReasonLabels[reason])).join(', ')}
              </span>
              <SmallButton
                aria-label={t('Compare with {name}', { name: customerName(other) })}
                onClick={() => onCompare(other.id)}
              >
                {t('Compare')}
              </SmallButton>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}
