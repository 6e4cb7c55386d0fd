import { useCall } from '#client/app/queries.ts'
import type { AdminPackage } from '#shared/contract/catalog.ts'
import { t } from '#shared/texts/t.ts'

/** Whether this is the last package on sale; false until known. */
export function useLastOnSale({ id }: Partial<AdminPackage>): boolean {
  const { data: all = [] } = useCall('GET /api/admin/service-packages')
  const onSale = all.filter(({ isActive }) => isActive)
  return onSale.length === 1 && onSale[0]?.id === id
}

export const lastOnSaleWarning = () =>
  t(
    'It is the last package on sale. Without one nothing can be booked, until you add another or bring one back.',
  )
