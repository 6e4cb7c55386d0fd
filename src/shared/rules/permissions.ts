import type { JobStatus } from './jobs.ts'
import type { Person } from './roles.ts'

type JobParties = { id: string; customerId: string; technicianId: string | null }

const isAdmin = (person: Person) => person.role === 'admin'
const isWorkingTechnician = (person: Person) => person.role === 'technician' && person.active
const isItsCustomer = ({ id, role, link }: Person, job: JobParties) =>
  role === 'customer' && job.customerId === id && (!link || job.id === link.jobId)

/** A customer sees their own jobs, a guest the one of their link, an approved technician those assigned to them, an admin all. */
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
 * Who the customer is, where exactly the visit is, which plate: a technician knows it from when the visit is theirs until
 * a day after it has ended, or should have where nobody ever began; of one that was called off, nothing from then on.
 * Whoever else sees a visit knows it all.
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

/** Only the assigned technician or an admin does the work: start, tick, charge extras, note, complete. */
export function mayWorkOnJob(person: Person, job: JobParties): boolean {
  return isAdmin(person) || (isWorkingTechnician(person) && job.technicianId === person.id)
}

/** Technicians correct and remove what they charged themselves (null: nobody knows who did), the office everything. */
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

/** Cards are saved to and picked from an account; a guest's link opens none. */
export function mayUseSavedCards(person: Person): boolean {
  return !person.link
}

/**
 * Customer and technician may phone each other from the assignment until the visit is done; the office
 * always may.
 */
export function maySeePhones(person: Person, job: JobParties & { status: JobStatus }): boolean {
  if (isAdmin(person)) return true
  const together = job.status === 'assigned' || job.status === 'in_progress'
  return together && maySeeJob(person, job)
}

/** Any working technician may try to take a visit from the queue; only an unassigned one is to be had. */
export function mayTakeJob(person: Person): boolean {
  return isWorkingTechnician(person)
}
