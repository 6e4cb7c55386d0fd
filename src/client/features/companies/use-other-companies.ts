import { useCall } from '#client/app/queries.ts'

/** The other companies whose accounts are open, as options. */
export function useOtherCompanies(companyId: string) {
  const { data = [] } = useCall('GET /api/admin/companies')
  return data
    .filter(({ id, isClosed }) => id !== companyId && !isClosed)
    .map(({ id, name }) => ({ value: id, label: name }))
}
