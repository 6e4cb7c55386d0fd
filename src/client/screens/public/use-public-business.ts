import { useBusiness } from '#client/app/session.ts'
import { describeServiceDays } from '#shared/rules/service-days.ts'
import type { PublicBusiness } from './public-business.ts'

export function usePublicBusiness(): PublicBusiness {
  const business = useBusiness()
  return {
    ...business,
    openDays: describeServiceDays(business.serviceDays),
    claims: business.claims.join('\u00a0· '),
  }
}
