import { Boxes, Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable, type ListColumn, useList } from '#client/app/list/list-table.tsx'
import { useSearchParam } from '#client/app/search-params.ts'
import { Badge, StatusBadge } from '#client/ui/badge.tsx'
import { Button, QuietButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Money } from '#client/ui/money.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Product, productStates } from '#shared/contract/products.ts'
import { isStocked, productCategories } from '#shared/rules/catalog.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { ActivateButton } from './activate-button.tsx'

const ProductDialog = lazyDialog(() => import('./product-dialog.tsx'))
const StockDialog = lazyDialog(() => import('./stock-dialog.tsx'))
const DeleteProductDialog = lazyDialog(() => import('./delete-product-dialog.tsx'))

export function ProductList() {
  const [open, setOpen] = useState<OpenProduct | { what: 'add' } | null>(null)
  const [wanted, setState] = useSearchParam('state')
  const state = productStates.find((one) => one === wanted)
  const list = useList('GET /api/admin/products', {
    columns: productColumns(setOpen),
    query: state ? { state } : {},
  })
  const close = () => setOpen(null)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'add' })}>
      {t('Add Product')}
    </Button>
  )
  return (
    <>
      <ListTable
        list={list}
        caption={t('Products & Add-ons')}
        failed={t('The products could not be loaded')}
        search={t('Search products')}
        filters={
          <>
            <Select
              aria-label={t('Which products')}
              value={state ?? ''}
              onChange={({ target }) => setState(target.value)}
              options={[
                { value: '', label: t('All') },
                { value: 'low', label: t('Low stock') },
                { value: 'inactive', label: t('Off sale') },
              ]}
            />
            <span className="sm:ml-auto">{add}</span>
          </>
        }
        empty={
          state ? (
            <EmptyState
              icon={<Boxes />}
              title={state === 'low' ? t('Nothing is running low') : t('Everything is on sale')}
            />
          ) : (
            <EmptyState
              icon={<Boxes />}
              title={t('No products yet')}
              text={t('Add items you sell besides packages, and the stock your packages use.')}
              action={add}
            />
          )
        }
      />
      {open?.what === 'add' && <ProductDialog onClose={close} />}
      {open?.what === 'edit' && <ProductDialog product={open.product} onClose={close} />}
      {open?.what === 'stock' && <StockDialog product={open.product} onClose={close} />}
      {open?.what === 'delete' && <DeleteProductDialog product={open.product} onClose={close} />}
    </>
  )
}

type OpenProduct = { what: 'edit' | 'stock' | 'delete'; product: Product }
type OnOpen = (open: OpenProduct) => void

const categoryLabel = (category: Product['category']) =>
  translate(productCategories.find(({ value }) => value === category)?.label ?? category)

function productColumns(onOpen: OnOpen): ListColumn<'GET /api/admin/products'>[] {
  return [
    {
      key: 'name',
      header: t('Name'),
      main: true,
      sortBy: ({ name }) => name,
      cell: (product) => (
        <span className="block min-w-0 md:min-w-40">
          <span className="block font-medium wrap-anywhere">{product.name}</span>
          {!product.isActive && <StatusBadge>{t('Off sale')}</StatusBadge>}
        </span>
      ),
    },
    {
      key: 'sku',
      short: true,
      header: t('SKU'),
      sortBy: ({ sku }) => sku,
      cell: ({ sku }) => <span className="wrap-anywhere">{sku}</span>,
    },
    {
      key: 'category',
      short: 'plain',
      header: t('Category'),
      sortBy: ({ category }) => category,
      cell: ({ category }) => categoryLabel(category),
    },
    {
      key: 'price',
      short: true,
      header: t('Price'),
      align: 'end',
      sortBy: ({ price }) => price,
      cell: ({ price }) => <Money cents={centsFromDollars(price)} />,
    },
    {
      key: 'stock',
      short: true,
      header: t('Stock'),
      align: 'end',
      sortBy: (product) => (isStocked(product.category) ? product.stockQuantity : null),
      cell: (product) => <Stock product={product} />,
    },
    {
      key: 'actions',
      header: t('Actions'),
      actions: true,
      cell: (product) => <Actions product={product} onOpen={onOpen} />,
    },
  ]
}

function Stock({ product }: { product: Product }) {
  const { category, stockQuantity, onSale, isActive, isLow, isCounted } = product
  const isUncounted = isStocked(category) && !isCounted
  const mark =
    isActive && !onSale ? (
      <Badge>{t('Not in stock')}</Badge>
    ) : isUncounted ? (
      <Badge>{t('Not counted')}</Badge>
    ) : isLow && stockQuantity < 0 ? (
      <Badge color="red">{t('Below zero')}</Badge>
    ) : isLow && stockQuantity === 0 ? (
      <Badge color="red">{t('Out of stock')}</Badge>
    ) : (
      isLow && <Badge color="amber">{t('Low stock')}</Badge>
    )
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {mark}
      <span className="tabular-nums">
        {isStocked(category) && isCounted ? formatNumber(stockQuantity) : '–'}
      </span>
    </span>
  )
}

function Actions({ product, onOpen }: { product: Product; onOpen: OnOpen }) {
  const { name, isActive, category } = product
  const action = (what: OpenProduct['what'], label: string, full: string) => (
    <QuietButton aria-label={full} onClick={() => onOpen({ what, product })}>
      {label}
    </QuietButton>
  )
  return (
    <span className="-mx-3 inline-flex flex-wrap items-center md:mx-0 md:flex-nowrap">
      {isStocked(category) && action('stock', t('Count'), t('Count {name}', { name }))}
      {action('edit', t('Edit'), t('Edit {name}', { name }))}
      {isActive ? (
        action('delete', t('Delete'), t('Delete {name}', { name }))
      ) : (
        <ActivateButton
          call="PATCH /api/admin/products/{id}"
          record={product}
          variant="quiet"
          label={t('Bring back')}
          full={t('Bring back {name}', { name })}
          done={t('{name} is on sale again.', { name })}
        />
      )}
    </span>
  )
}
