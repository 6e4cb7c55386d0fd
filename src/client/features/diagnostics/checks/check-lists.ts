import type { Check } from './check.ts'
import {
  adminAccess,
  adminRoutes,
  customerAccess,
  customerRoutes,
  mobileResponsiveness,
  technicianAccess,
  technicianRoutes,
} from './screen-checks.ts'
import {
  authenticationSystem,
  backendHealth,
  bookingCalendar,
  coreSpots,
  databaseConnection,
  databaseConnectivity,
  paymentConfiguration,
  preAuthorization,
  productManagement,
  realTimeConnection,
  scheduledAuths,
  servicePackages,
  userAuthentication,
} from './server-checks.ts'

/** Of the system verification: all twelve run. */
export const systemChecks: readonly Check[] = [
  backendHealth,
  servicePackages,
  paymentConfiguration,
  databaseConnectivity,
  authenticationSystem,
  adminAccess,
  technicianAccess,
  customerAccess,
  productManagement,
  preAuthorization,
  scheduledAuths,
  coreSpots,
]

/** Of the diagnostic center. */
export const healthChecks: readonly Check[] = [
  userAuthentication,
  databaseConnection,
  customerRoutes,
  technicianRoutes,
  adminRoutes,
  mobileResponsiveness,
  servicePackages,
  bookingCalendar,
  paymentConfiguration,
  productManagement,
  realTimeConnection,
]
