import { Boxes, Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable } from '#client/app/list/list-table.tsx'
import { useList } from '#client/app/list/use-list.ts'
import { useSearchParam } from '#client/app/search-params.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/select.tsx'
import { productStates } from '#shared/contract/products.ts'
import { t } from '#shared/texts/t.ts'
import { type OpenProduct, productColumns } from './product-columns.tsx'

const ProductDialog = lazyDialog(() => import('./product-dialog.tsx'))
const StockDialog = lazyDialog(() => import('./stock-dialog.tsx'))
const DeleteProductDialog = lazyDialog(() => import('./delete-product-dialog.tsx'))

/** Products, add-ons and services, with what of them is left. */
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
              title={state === 'low' ? t('Nothing runs low') : t('Everything is on sale')}
            />
          ) : (
            <EmptyState
              icon={<Boxes />}
              title={t('No products yet')}
              text={t('Add what you sell besides, and what your packages use up.')}
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
