import type { CallAnswer } from '#client/app/call.ts'
import { personName } from '#client/app/person-name.ts'
import { writeSessionStore, readSessionStore } from '#client/app/session-store.ts'
import type {
  FoundCustomer,
  FoundJob,
  FoundTechnician,
  FoundVehicle,
} from '#shared/contract/search.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { looksLikePhone, nationalPhone } from '#shared/rules/phone-numbers.ts'
import { statusLabel } from '#shared/rules/status-labels.ts'
import { technicianStatusLabels } from '#shared/rules/technicians.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatVisit } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

export type Entry = {
  kind: 'page' | 'customer' | 'vehicle' | 'job' | 'technician'
  title: string
  detail: string
  href: string
}
export type EntryGroup = { label: string; entries: readonly Entry[] }

export const foundGroups = (found: CallAnswer<'GET /api/admin/search'>): EntryGroup[] => [
  { label: t('Visits'), entries: found.jobs.map(jobEntry) },
  { label: t('Customers'), entries: found.customers.map(customerEntry) },
  { label: t('Cars'), entries: found.vehicles.map(vehicleEntry) },
  { label: t('Technicians'), entries: found.technicians.map(technicianEntry) },
  { label: t('Book a visit'), entries: bookingEntries(found) },
]

const aside = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

const jobEntry = (job: FoundJob): Entry => ({
  kind: 'job',
  title: `${job.number} · ${vehicleName(job.vehicle)}`,
  detail: aside(
    translate(statusLabel(job.status)),
    formatVisit(job.scheduledDate, job.scheduledTime),
    job.customerName,
  ),
  href: officePaths.officeVisit(job.id),
})

const customerEntry = (customer: FoundCustomer): Entry => ({
  kind: 'customer',
  title: personName(customer) || nationalPhone(customer.phone),
  detail: aside(customer.email, nationalPhone(customer.phone)),
  href: officePaths.customer(customer.id),
})

const vehicleEntry = ({ jobId, customer, vin, ...car }: FoundVehicle): Entry => ({
  kind: 'vehicle',
  title: `${car.licensePlate} · ${vehicleName(car)}`,
  detail: aside(personName(customer), vin),
  href: jobId ? officePaths.officeVisit(jobId) : officePaths.customer(customer.id),
})

const technicianEntry = (technician: FoundTechnician): Entry => ({
  kind: 'technician',
  title: personName(technician) || (technician.email ?? t('Technician')),
  detail: aside(
    technician.status === 'active' ? null : translate(technicianStatusLabels[technician.status]),
    technician.email,
  ),
  href: officePaths.technician(technician.id),
})

const mostToBook = 3

function bookingEntries({ customers, vehicles }: CallAnswer<'GET /api/admin/search'>): Entry[] {
  const known = [
    ...vehicles.map(({ id: vehicleId, customer, ...car }) => ({ customer, vehicleId, car })),
    ...customers.map((customer) => ({ customer, vehicleId: undefined, car: undefined })),
  ]
  const first = known.filter(
    ({ customer: { id } }, at) => known.findIndex(({ customer }) => customer.id === id) === at,
  )
  return first.slice(0, mostToBook).map(({ customer, vehicleId, car }) => ({
    kind: 'page',
    title: t('Book a visit for {name}', {
      name: personName(customer) || nationalPhone(customer.phone),
    }),
    detail: car ? vehicleName(car) : '',
    href: officePaths.bookFor({ customerId: customer.id, ...(vehicleId && { vehicleId }) }),
  }))
}

/** Offers to book for a new customer with the typed name, phone or e-mail. */
export function bookingForNew(typed: string): EntryGroup[] {
  const isPerson = typed.includes('@') || looksLikePhone(typed) || !/\d/.test(typed)
  if (!isPerson) return []
  const entry: Entry = {
    kind: 'page',
    title: t('Book a visit for {name}', { name: `“${typed}”` }),
    detail: t('New customer'),
    href: officePaths.bookFor({ caller: typed }),
  }
  return [{ label: t('Book a visit'), entries: [entry] }]
}

const name = 'office search'
const kept = 5

export const recentEntries = () => (readSessionStore(name) as Entry[] | null) ?? []

/** Remembers an opened result, except pages, which are always listed. */
export function saveRecentEntry(entry: Entry): void {
  if (entry.kind === 'page') return
  const others = recentEntries().filter(({ title }) => title !== entry.title)
  writeSessionStore(name, [entry, ...others].slice(0, kept))
}
