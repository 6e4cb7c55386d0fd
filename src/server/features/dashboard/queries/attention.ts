import { eq } from 'drizzle-orm'
import { businessToday } from '#server/base/business-time.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { db, queryRow } from '#server/database/database.ts'
import { servicePackages } from '#server/database/tables/catalog.ts'
import { countedCondition } from '#server/features/catalog/queries/products.ts'
import { findMessages } from '#server/features/contact/queries.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import { contactOf, type JobRow, toJob } from '#server/reads/job-row.ts'
import { costOf } from '#server/reads/costs.ts'
import { setupState } from '#server/features/setup/queries.ts'
import { readRoster } from '#server/reads/roster.ts'
import {
  type AttentionGroup,
  type AttentionKind,
  attentionKinds,
  type AttentionVisit,
} from '#shared/contract/attention.ts'
import { jobNumber } from '#shared/rules/jobs.ts'
import type { Person } from '#shared/rules/roles.ts'
import { requiredSteps } from '#shared/rules/setup.ts'
import { slotLabel } from '#shared/rules/slots.ts'
import { awayGroup, inClosedTimes } from './misplaced-visits.ts'
import { countedWaiting, waitingVisits } from './waiting-visits.ts'

const shownOfEach = 5
const shownOfOne = 100

/** What needs the office's attention, most pressing kind first; with a `kind`, only that one, with more of its items. */
export async function attentionFor(
  person: Person,
  kind?: AttentionKind,
): Promise<AttentionGroup[]> {
  const limit = kind ? shownOfOne : shownOfEach
  const isWanted = (one: AttentionKind) => !kind || kind === one
  const groups = await Promise.all([
    isWanted('setup') ? setupGroup() : [],
    visitGroups(person, limit, kind),
    isWanted('no_packages') ? missingPackages() : [],
    isWanted('no_technicians') ? missingTechnicians() : [],
    isWanted('technician_away') ? awayGroup(person, limit) : [],
    isWanted('messages') ? messageGroup(person, limit) : [],
    isWanted('technicians') ? technicianGroup(limit) : [],
    isWanted('low_stock') ? stockGroup(limit) : [],
  ])
  return groups
    .flat()
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => attentionKinds.indexOf(one.kind) - attentionKinds.indexOf(other.kind))
}

async function visitGroups(
  person: Person,
  limit: number,
  kind?: AttentionKind,
): Promise<AttentionGroup[]> {
  const waiting = await waitingVisits(limit, kind)
  const rows = await readTheseJobs(waiting.flatMap(({ ids }) => ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return Promise.all(
    waiting.map(async ({ kind: one, count, ids }): Promise<AttentionGroup> => {
      const jobs = ids.flatMap((id) => byId.get(id) ?? [])
      const counted = counts(count)
      switch (one) {
        case 'requests':
          return { kind: one, ...counted, entries: jobs.map((row) => toJob(person, row)) }
        case 'technician_lost':
          return {
            kind: one,
            ...counted,
            entries: jobs.map((row) => ({ ...toJob(person, row), why: null })),
          }
        case 'closed_times':
          return { kind: one, ...counted, entries: await inClosedTimes(person, jobs) }
        default:
          return { kind: one, ...counted, entries: jobs.map((row) => toVisit(row, one)) }
      }
    }),
  )
}

async function setupGroup(): Promise<AttentionGroup[]> {
  // Missing technicians have their own kind.
  const open = (await setupState()).open.filter(
    (step) => requiredSteps.has(step) && step !== 'technician',
  )
  return [{ kind: 'setup', ...counts(open.length), entries: open.map((step) => ({ step })) }]
}

const counts = (count: number) => ({
  count: Math.min(count, countedWaiting),
  capped: count > countedWaiting,
})

const toVisit = (row: JobRow, kind: AttentionKind): AttentionVisit => ({
  ...returned(costOf(row)),
  id: row.id,
  number: jobNumber(row.number),
  scheduledDate: row.serviceDate,
  scheduledTime: slotLabel(row.slot),
  // Invoices are the account's.
  customerName: kind === 'invoices_overdue' ? row.customerName : contactOf(row).name,
  vehicle: row.vehicle,
  due: costOf(row).due,
  decideUntil: row.feeDecisionUntil?.toISOString() ?? null,
  ...(row.invoice && { dueOn: row.invoice.dueOn }),
})

const returned = ({ toReturn }: ReturnType<typeof costOf>) => (toReturn ? { toReturn } : {})

async function messageGroup(person: Person, limit: number): Promise<AttentionGroup[]> {
  const { messages, total } = await findMessages(person.id, { filter: 'open', limit })
  return [{ kind: 'messages', ...counts(total), entries: messages }]
}

type Found<Entry> = { count: number; entries: Entry[] }

async function missingPackages(): Promise<AttentionGroup[]> {
  const onOffer = await db().$count(servicePackages, eq(servicePackages.isActive, true))
  return [{ kind: 'no_packages', ...counts(onOffer === 0 ? 1 : 0), entries: [{}] }]
}

async function missingTechnicians(): Promise<AttentionGroup[]> {
  const { length } = await readRoster(businessToday())
  const offersTimes = currentSettings().slotCapacityMode === 'number'
  const count = length === 0 ? 1 : 0
  return [{ kind: 'no_technicians', ...counts(count), entries: [{ offersTimes }] }]
}

type Waiting = { id: string; name: string; email: string | null; createdAt: string }

async function technicianGroup(limit: number): Promise<AttentionGroup[]> {
  const found = await queryRow<Found<Waiting>>(
    {
      name: 'waiting-technicians',
      text: `with waiting as (select * from users
          where role = 'technician' and approved_at is null and deactivated_at is null)
        select (select count(*)::int from waiting) as count,
          (select coalesce(json_agg(json_build_object('id', id, 'email', email, 'createdAt', created_at,
              'name', trim(first_name || ' ' || last_name)) order by created_at, id), '[]')
            from (select * from waiting order by created_at, id limit $1::int) first) as entries`,
    },
    [limit],
  )
  const entries = found?.entries ?? []
  return [
    {
      kind: 'technicians',
      ...counts(found?.count ?? 0),
      entries: entries.map(({ createdAt, ...one }) => ({
        ...one,
        createdAt: new Date(createdAt).toISOString(),
      })),
    },
  ]
}

type LowProduct = { id: string; name: string; stockQuantity: number }

// Services have no stock.
async function stockGroup(limit: number): Promise<AttentionGroup[]> {
  const found = await queryRow<Found<LowProduct>>(
    {
      name: 'low-stock',
      text: `with low as (select * from products
          where is_active and on_sale and category <> 'service' and stock_quantity <= coalesce(low_stock_at, $2::int)
            and ${countedCondition})
        select (select count(*)::int from low) as count,
          (select coalesce(json_agg(json_build_object('id', id, 'name', name,
              'stockQuantity', stock_quantity) order by stock_quantity, name), '[]')
            from (select * from low order by stock_quantity, name limit $1::int) first) as entries`,
    },
    [limit, currentSettings().lowStockAt],
  )
  return [{ kind: 'low_stock', ...counts(found?.count ?? 0), entries: found?.entries ?? [] }]
}
