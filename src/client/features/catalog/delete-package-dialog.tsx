import { reasonOf } from '#client/app/call.ts'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { useCall } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import { plural, t } from '#shared/texts/t.ts'
import { lastOnSaleWarning, useLastOnSale } from './last-on-sale.ts'

interface DeletePackageDialogProps {
  offer: AdminPackage
  onClose: () => void
}

/** Confirms deleting a package; one used by visits is only taken off sale. */
export default function DeletePackageDialog({ offer, onClose }: DeletePackageDialogProps) {
  const { id, name, version } = offer
  const details = useCall('GET /api/admin/service-packages/{id}', { params: { id } })
  const visits = details.data?.visits
  const isLast = useLastOnSale(offer)
  return (
    <ConfirmCall
      call="DELETE /api/admin/service-packages/{id}"
      input={{ params: { id } }}
      version={version}
      onClose={onClose}
      danger
      title={t('Delete {name}?', { name })}
      description={
        visits === undefined
          ? t('Looking for visits that use it …')
          : visits === 0
            ? t('No visit was booked with it, so it will be deleted for good.')
            : plural(visits, {
                one: '{count} visit was booked with it, so it is only taken off sale. That visit stays as it is, and you can bring the package back.',
                other:
                  '{count} visits were booked with it, so it is only taken off sale. They stay as they are, and you can bring the package back.',
              })
      }
      confirmLabel={visits ? t('Take off sale') : t('Delete package')}
      cancelLabel={t('Keep')}
      successToast={({ deleted }) => ({
        title: t('Success'),
        description: deleted
          ? t('Service package deleted successfully')
          : t('{name} is off sale now. You can bring it back.', { name }),
      })}
      failureToast={(error) => ({
        title: t('Error'),
        description: reasonOf(error, t('Failed to delete service package')),
      })}
    >
      {isLast && <Banner tone="warning">{lastOnSaleWarning()}</Banner>}
    </ConfirmCall>
  )
}
