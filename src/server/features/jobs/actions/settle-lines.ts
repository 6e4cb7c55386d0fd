import { queryRow, queryRows } from '#server/database/database.ts'
import {
  lineProductSql,
  packagePartsSql,
  usedInsteadSql,
} from '#server/features/catalog/queries.ts'
import { followCost } from '#server/features/payments/actions/follow-cost.ts'
import { lineRows } from '#server/reads/lines.ts'
import { loadJob } from '#server/reads/visits.ts'
import type { ExtraApproval, ExtraType } from '#shared/rules/extras.ts'
import { type LineProduct, type PackagePart, packageLines, totalsOf } from '#shared/rules/lines.ts'
import type { Person } from '#shared/rules/roles.ts'
import { packageQuartsOf } from '#shared/rules/stock.ts'
import { lineColumns, rowsOfLines } from './write-lines.ts'

type Facts = {
  filledQuarts: number | null
  oilCapacity: number | null
  includedQuarts: number
  parts: PackagePart[]
  /** The product used instead, by the id of the planned one. */
  used: Record<string, { id: string; product: LineProduct }>
  packageTaxable: boolean
  extras: { serviceType: ExtraType; quantity: number; approval: ExtraApproval }[]
}

const facts = {
  name: 'parts-of-visit',
  text: `select j.filled_quarts, v.oil_capacity, p.included_quarts, p.taxable as package_taxable,
      ${packagePartsSql('p.id')} as parts,
      (select coalesce(json_object_agg(planned.id, json_build_object('id', used.id, 'product', ${lineProductSql('used')})), '{}')
        from package_products pp join products planned on planned.id = pp.product_id
        join products used on used.id = ${usedInsteadSql('planned', 'j.used_products')}
        where pp.package_id = p.id and used.id <> planned.id) as used,
      (select coalesce(json_agg(json_build_object('serviceType', e.service_type,
          'quantity', e.quantity, 'approval', e.approval)), '[]')
        from job_lines e where e.job_id = j.id and e.source = 'extra') as extras
    from jobs j join vehicles v on v.id = j.vehicle_id join service_packages p on p.id = j.service_package_id
    where j.id = $1::uuid`,
}

const replacement = {
  name: 'replace-package-lines',
  text: `with gone as (delete from job_lines where job_id = $1::uuid and source = 'package'),
    changed as (update jobs set taxable_cents = taxable_cents + $3::int where id = $1::uuid)
    insert into job_lines (job_id, ${lineColumns}) select $1::uuid, ${lineColumns} from ${rowsOfLines('$2::jsonb')}`,
}

/**
 * Replaces the planned parts of a completed visit's package with those used: the quarts poured and the products really
 * used, as they are now, at the prices booked for the planned ones. The total stays; sales tax follows if only parts are taxed. Runs in the transaction that locks the
 * visit; repeating it changes nothing.
 */
export async function settleLines(person: Person, jobId: string): Promise<void> {
  const job = await loadJob(person, jobId)
  const used = await queryRow<Facts>(facts, [jobId])
  if (!used || job.importedService !== null) return
  const planned = (await lineRows(job)).filter(({ source }) => source === 'package')
  const booked = new Map(planned.map(({ productId, unitCents }) => [productId, unitCents]))
  const parts = used.parts.map((part) => {
    const instead = part.productId === null ? undefined : used.used[part.productId]
    return {
      ...part,
      ...(instead && { productId: instead.id, product: instead.product }),
      cents: booked.get(part.productId) ?? part.cents,
    }
  })
  // Visits booked before lines existed tax the package as a whole or not at all.
  const isTaxed =
    job.taxRateBp !== null &&
    (job.taxMode === 'parts' ? used.packageTaxable : planned.some(({ taxable }) => taxable))
  const lines = packageLines(
    { name: job.packageName, cents: job.packageCents, taxable: isTaxed, parts },
    {
      quarts: packageQuartsOf({ ...used, oilType: job.oilType }),
      mode: job.taxRateBp === null ? 'none' : job.taxMode,
    },
  )
  const taxMore = totalsOf(lines).taxableCents - totalsOf(planned).taxableCents
  const rows = lines.map((line) => ({ ...line, source: 'package' }))
  await queryRows(replacement, [jobId, JSON.stringify(rows), taxMore])
  if (taxMore !== 0) await followCost(jobId)
}
