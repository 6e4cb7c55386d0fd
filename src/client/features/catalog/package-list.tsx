import { ArrowDown, ArrowUp, Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { List } from '#client/app/list/list.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { Badge, StatusBadge } from '#client/ui/badge.tsx'
import { Button, IconButton, SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Money } from '#client/ui/money.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ActivateButton } from './activate-button.tsx'

const PackageDialog = lazyDialog(() => import('./package-dialog.tsx'))
const PriceDialog = lazyDialog(() => import('./price-dialog.tsx'))
const DeletePackageDialog = lazyDialog(() => import('./delete-package-dialog.tsx'))

const shownFeatures = 3

type Open = { what: 'edit' | 'price' | 'delete'; offer: AdminPackage } | { what: 'add' }

export function PackageList() {
  const packages = useCall('GET /api/admin/service-packages')
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'add' })}>
      {t('Add Package')}
    </Button>
  )
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">{t('Customers see them in this order.')}</p>
        {add}
      </div>
      <List
        list={packages}
        failed={t('The packages could not be loaded')}
        loading={<Skeleton className="h-120 w-full rounded-card!" />}
        empty={
          <EmptyState
            icon={<Package />}
            title={t('No packages yet')}
            text={t('Add the first one: customers cannot book without it.')}
            action={add}
          />
        }
      >
        {(all) => (
          <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
            {all.map((offer, at) => (
              <li key={offer.id} className="flex">
                <PackageCard offer={offer} all={all} at={at} onOpen={setOpen} />
              </li>
            ))}
          </ul>
        )}
      </List>
      {open?.what === 'add' && <PackageDialog onClose={close} />}
      {open?.what === 'edit' && <PackageDialog offer={open.offer} onClose={close} />}
      {open?.what === 'price' && <PriceDialog offer={open.offer} onClose={close} />}
      {open?.what === 'delete' && <DeletePackageDialog offer={open.offer} onClose={close} />}
    </>
  )
}

interface PackageCardProps {
  offer: AdminPackage
  all: readonly AdminPackage[]
  at: number
  onOpen: (open: Open) => void
}

function PackageCard({ offer, all, at, onOpen }: PackageCardProps) {
  const { id, name, description, basePrice, features, isActive, isRecommended, products } = offer
  const more = features.length - shownFeatures
  const oil = translate(oilTypeLabel(offer.oilType))
  const kind = offer.serviceType.replaceAll('_', ' ')
  return (
    <Card className="flex w-full flex-col [&>div]:flex [&>div]:flex-1 [&>div]:flex-col">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-lg wrap-anywhere">{name}</h2>
        <Money cents={centsFromDollars(basePrice)} className="text-lg font-semibold" />
      </div>
      {(isRecommended || !isActive) && (
        <p className="mt-1 flex flex-wrap gap-1.5">
          {isRecommended && <Badge color="amber">{t('Recommended')}</Badge>}
          {!isActive && <StatusBadge>{t('Off sale')}</StatusBadge>}
        </p>
      )}
      {description && <p className="mt-1 wrap-anywhere text-soft">{description}</p>}
      <p className="mt-1 text-sm text-soft">
        {t('{oil} · {quarts} qt included · {kind}', {
          oil,
          quarts: formatNumber(offer.includedQuarts, 2),
          kind,
        })}
      </p>
      <ul className="mt-3 list-disc space-y-0.5 pl-5 wrap-anywhere">
        {features.slice(0, shownFeatures).map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {more > 0 && <p className="mt-0.5 text-soft">{t('+{count} more...', { count: more })}</p>}
      <p className="mt-3 text-sm text-soft wrap-anywhere">
        {products.length > 0
          ? t('Takes from stock: {what}', { what: products.map(useInWords).join(' · ') })
          : t('Takes nothing from stock')}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-2 pt-4">
        <SmallButton
          aria-label={t('Change the price of {name}', { name })}
          onClick={() => onOpen({ what: 'price', offer })}
        >
          {t('Price')}
        </SmallButton>
        <SmallButton
          aria-label={t('Edit {name}', { name })}
          onClick={() => onOpen({ what: 'edit', offer })}
        >
          {t('Edit')}
        </SmallButton>
        {isActive ? (
          <QuietButton
            aria-label={t('Delete {name}', { name })}
            onClick={() => onOpen({ what: 'delete', offer })}
          >
            {t('Delete')}
          </QuietButton>
        ) : (
          <ActivateButton
            call="PATCH /api/admin/service-packages/{id}"
            record={offer}
            label={t('Bring back')}
            full={t('Bring back {name}', { name })}
            done={t('{name} is on sale again.', { name })}
          />
        )}
        <span className="ml-auto inline-flex">
          <Move ids={all.map((one) => one.id)} id={id} at={at} by={-1} name={name} />
          <Move ids={all.map((one) => one.id)} id={id} at={at} by={1} name={name} />
        </span>
      </div>
    </Card>
  )
}

const useInWords = ({ name, quantity, perQuart }: AdminPackage['products'][number]) =>
  perQuart
    ? t('{count} × {name} for each quart of the engine', { count: quantity, name })
    : t('{count} × {name}', { count: quantity, name })

interface MoveProps {
  ids: readonly string[]
  id: string
  at: number
  by: -1 | 1
  name: string
}

function Move({ ids, id, at, by, name }: MoveProps) {
  const write = useWrite('PUT /api/admin/service-packages/order', {
    onError: (error) => showFailure(t('Error'), error),
  })
  const to = at + by
  const move = () => {
    if (to < 0 || to >= ids.length || write.isPending) return
    write.mutate({ body: { ids: ids.toSpliced(at, 1).toSpliced(to, 0, id) } })
  }
  return (
    <IconButton
      size="small"
      icon={by < 0 ? <ArrowUp /> : <ArrowDown />}
      label={by < 0 ? t('Move {name} up', { name }) : t('Move {name} down', { name })}
      aria-disabled={to < 0 || to >= ids.length || undefined}
      onClick={move}
    />
  )
}
