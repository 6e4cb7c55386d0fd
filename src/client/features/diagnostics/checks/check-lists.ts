import type { Check } from './check.ts'
import { coreSpots, preAuthorization, productManagement, scheduledAuths } from './office-checks.ts'
import { adminAccess, customerAccess, technicianAccess } from './role-checks.ts'
import {
  adminRoutes,
  customerRoutes,
  mobileResponsiveness,
  technicianRoutes,
} from './screen-checks.ts'
import {
  authenticationSystem,
  backendHealth,
  bookingCalendar,
  databaseConnection,
  databaseConnectivity,
  paymentConfiguration,
  realTimeConnection,
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
