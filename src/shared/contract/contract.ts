import { accounts } from './accounts.ts'
import { customers, dashboard, schedule, technicians } from './admin.ts'
import { booking } from './booking.ts'
import { catalog } from './catalog.ts'

import { jobs } from './jobs.ts'
import { notifications } from './notifications.ts'
import { operations } from './operations.ts'
import { payments } from './payments.ts'
import { vehicles } from './vehicles.ts'

/** Every call the product answers. Server handlers, client types, OpenAPI and the role tests come from here. */
export const contract = {
  ...operations,
  ...accounts,
  ...vehicles,
  ...booking,
  ...catalog,
  ...jobs,
  ...notifications,
  ...payments,
  ...dashboard,
  ...schedule,
  ...customers,
  ...technicians,
}
export type Contract = typeof contract
