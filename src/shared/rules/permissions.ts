import type { JobStatus } from './jobs.ts'
import type { Person } from './roles.ts'

type JobParties = { id: string; customerId: string; technicianId: string | null }

const isAdmin = (person: Person) => person.role === 'admin'
const isWorkingTechnician = (person: Person) => person.role === 'technician' && person.active
const isItsCustomer = ({ id, role, link }: Person, job: JobParties) =>
  role === 'customer' && job.customerId === id && (!link || job.id === link.jobId)

/** Customers see their own jobs, guests the one of their link, approved technicians those assigned to them, admins all. */
export function maySeeJob(person: Person, job: JobParties): boolean {
  return (
    isAdmin(person) ||
    isItsCustomer(person, job) ||
    (isWorkingTechnician(person) && job.technicianId === person.id)
  )
}

const hourMs = 3_600_000
const knownAfterMs = 24 * hourMs
const slotMs = hourMs

type Times = {
  status: JobStatus
  startsAt: Date
  completedAt: Date | null
  cancelledAt: Date | null
  outcome: 'not_done' | null
}

/**
 * Whether they see the customer's name, exact address and plate. A technician does while the visit is theirs, until a day
 * after it ended or should have ended, and no longer once it is cancelled. Others who see a visit see all of it.
 */
export function mayKnowCustomer(person: Person, job: JobParties & Times, now: Date): boolean {
  if (!maySeeJob(person, job)) return false
  if (person.role !== 'technician') return true
  if (job.status === 'cancelled' && job.outcome !== 'not_done') return false
  const ended = endOf(job)
  return !ended || now.getTime() - ended.getTime() < knownAfterMs
}

function endOf({
  status,
  startsAt,
  completedAt,
  cancelledAt,
}: Omit<Times, 'outcome'>): Date | null {
  if (status === 'in_progress') return null
  return completedAt ?? cancelledAt ?? new Date(startsAt.getTime() + slotMs)
}

/** The assigned technician or an admin may do the work: start, check off steps, charge extras, write notes, complete. */
export function mayWorkOnJob(person: Person, job: JobParties): boolean {
  return isAdmin(person) || (isWorkingTechnician(person) && job.technicianId === person.id)
}

/** The office records payments; technicians do while completing a visit, if a setting lets them. */
export const mayRecordPayment = (
  person: Person,
  { techniciansRecordPayments }: { techniciansRecordPayments: boolean },
): boolean => isAdmin(person) || techniciansRecordPayments

/** Technicians may correct and remove their own charges (null: unknown author), the office all of them. */
export function mayCorrectCharge(person: Person, addedBy: string | null): boolean {
  return isAdmin(person) || addedBy === null || addedBy === person.id
}

/** The same for an add-on, which may have been booked with the visit. */
export function mayCorrectAddon(
  person: Person,
  { addedBy, addedByTechnician }: { addedBy: string | null; addedByTechnician: boolean },
): boolean {
  return isAdmin(person) || (addedByTechnician && mayCorrectCharge(person, addedBy))
}

/** Customers pay for and change their own jobs; admins may do it for them. */
export function mayManageBooking(person: Person, job: JobParties): boolean {
  return isAdmin(person) || isItsCustomer(person, job)
}

/** A guest's link gives no access to saved cards. */
export function mayUseSavedCards(person: Person): boolean {
  return !person.link
}

/** Customer and technician may phone each other from assignment until the visit is done; the office always may. */
export function maySeePhones(person: Person, job: JobParties & { status: JobStatus }): boolean {
  if (isAdmin(person)) return true
  const together = job.status === 'assigned' || job.status === 'in_progress'
  return together && maySeeJob(person, job)
}

/** The same for the technician's number, which the customer sees only while communication is active. */
export const maySeeTechnicianPhone = (
  person: Person,
  job: JobParties & { status: JobStatus; communicationActive: boolean },
): boolean => maySeePhones(person, job) && (person.role !== 'customer' || job.communicationActive)

/** Any working technician may claim an unassigned visit. */
export function mayTakeJob(person: Person): boolean {
  return isWorkingTechnician(person)
}
