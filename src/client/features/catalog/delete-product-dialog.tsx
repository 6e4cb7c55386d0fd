import { reasonOf } from '#client/app/call.ts'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useCall } from '#client/app/queries.ts'
import type { Product } from '#shared/contract/products.ts'
import { plural, t } from '#shared/texts/t.ts'

interface DeleteProductDialogProps {
  product: Product
  onClose: () => void
}

/** Confirms deleting a product; one used by visits or packages is only taken off sale. */
export default function DeleteProductDialog({ product, onClose }: DeleteProductDialogProps) {
  const { id, name, version } = product
  const { data } = useCall('GET /api/admin/products/{id}', { params: { id } })
  const isUsed = data && data.visits + data.packages.length > 0
  return (
    <ConfirmCall
      call="DELETE /api/admin/products/{id}"
      input={{ params: { id } }}
      version={version}
      onClose={onClose}
      danger
      title={t('Delete {name}?', { name })}
      description={data ? describeUse(data) : t('Looking for what uses it …')}
      confirmLabel={isUsed ? t('Take off sale') : t('Delete product')}
      cancelLabel={t('Keep')}
      successToast={({ deleted }) => ({
        title: t('Success'),
        description: deleted
          ? t('Product deleted successfully')
          : t('{name} is off sale now. You can bring it back.', { name }),
      })}
      failureToast={(error) => ({
        title: t('Error'),
        description: reasonOf(error, t('Failed to delete product')),
      })}
    />
  )
}

function describeUse({ visits, packages }: { visits: number; packages: string[] }): string {
  if (packages.length > 0)
    return t(
      '{packages} takes it from stock, so it is only taken off sale. You can bring it back.',
      {
        packages: packages.join(', '),
      },
    )
  if (visits === 0) return t('Nothing uses it, so it will be deleted for good.')
  return plural(visits, {
    one: '{count} visit has it, so it is only taken off sale. You can bring it back.',
    other: '{count} visits have it, so it is only taken off sale. You can bring it back.',
  })
}
