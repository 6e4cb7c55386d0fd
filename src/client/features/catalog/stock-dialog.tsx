import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { List } from '#client/app/list/list.tsx'
import { usePaginatedQuery } from '#client/app/use-paginated-query.ts'
import { useBusiness } from '#client/app/session.ts'
import { TextLink } from '#client/ui/button.tsx'
import { type Product, StockCount, type StockMovement } from '#shared/contract/products.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { formatInstant, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { useRecord } from './use-record.ts'

interface StockDialogProps {
  product: Product
  onClose: () => void
}

/** Records a stock count with its reason, and lists earlier movements. */
export default function StockDialog({ product, onClose }: StockDialogProps) {
  const { latest, takeConflict } = useRecord(product)
  const { id, name } = product
  return (
    <DialogForm
      call="POST /api/admin/products/{id}/stock"
      input={(body) => ({ params: { id }, body: { ...body, seenStock: latest.stockQuantity } })}
      schema={StockCount}
      defaultValues={{ stockQuantity: Math.max(0, product.stockQuantity), reason: '' }}
      onFailure={takeConflict}
      onClose={onClose}
      title={t('Count {name}', { name })}
      description={t('There should be {count}. Visits use up stock automatically.', {
        count: formatNumber(latest.stockQuantity),
      })}
      submitLabel={t('Save count')}
      failureTitle={t('Error')}
      failureText={t('Failed to save product')}
      successToast={(answer) => ({
        title: t('Success'),
        description: t('{name}: {count} on the shelf', {
          name,
          count: formatNumber(answer.stockQuantity),
        }),
      })}
    >
      {({ NumberField, TextField }) => (
        <>
          <NumberField name="stockQuantity" label={t('Counted')} />
          <TextField
            name="reason"
            label={t('Reason')}
            hint={t('For example: delivery, broken, counted.')}
          />
          <Movements id={id} />
        </>
      )}
    </DialogForm>
  )
}

function Movements({ id }: { id: string }) {
  const list = usePaginatedQuery('GET /api/admin/products/{id}/stock', {
    params: { id },
    query: { limit: '20' },
  })
  return (
    <section aria-label={t('Stock changes')}>
      <h3 className="border-b border-line pb-1 text-sm font-semibold">{t('Stock changes')}</h3>
      <List
        list={list}
        failed={t('The stock changes could not be loaded')}
        empty={<p className="pt-1.5 text-sm text-soft">{t('Nothing yet.')}</p>}
        more={t('Show more')}
        moreClass="pt-2"
      >
        {(movements) => (
          <ul className="divide-y divide-line text-sm">
            {movements.map((movement) => (
              <Movement key={movement.id} movement={movement} />
            ))}
          </ul>
        )}
      </List>
    </section>
  )
}

function Movement({ movement }: { movement: StockMovement }) {
  const { timeZone } = useBusiness()
  const { at, by, quantity, stockAfter, reason, job } = movement
  return (
    <li className="flex justify-between gap-4 py-1.5">
      <span className="min-w-0 wrap-anywhere">
        {job ? (
          <TextLink href={officePaths.officeVisit(job.id)}>{job.number}</TextLink>
        ) : (
          reason || t('Counted')
        )}
        <span className="block text-soft">
          {[by, formatInstant(at, timeZone)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="flex-none text-right tabular-nums">
        <span className="block font-medium">
          {quantity > 0 ? `+${formatNumber(quantity)}` : formatNumber(quantity)}
        </span>
        <span className="text-soft">{t('{count} left', { count: formatNumber(stockAfter) })}</span>
      </span>
    </li>
  )
}
