import { accounts } from './accounts.ts'
import { customers, dashboard, schedule, technicians } from './admin.ts'
import { booking } from './booking.ts'
import { catalog } from './catalog.ts'
import { chat } from './chat.ts'
import { contact } from './contact.ts'
import { guests } from './guests.ts'
import { jobs } from './jobs.ts'
import { notifications } from './notifications.ts'
import { operations } from './operations.ts'
import { payments } from './payments.ts'
import { receipts } from './receipts.ts'
import { reviews } from './reviews.ts'
import { vehicles } from './vehicles.ts'

/** Every call the product answers. Server handlers, client types, OpenAPI and the role tests come from here. */
export const contract = {
  ...operations,
  ...accounts,
  ...vehicles,
  ...booking,
  ...guests,
  ...catalog,
  ...jobs,
  ...chat,
  ...notifications,
  ...contact,
  ...payments,
  ...receipts,
  ...reviews,
  ...dashboard,
  ...schedule,
  ...customers,
  ...technicians,
}
export type Contract = typeof contract
