import { now } from '#server/base/clock.ts'
import { extraInOwnWords, inOwnWords } from '#server/base/owner-spanish.ts'
import { queryRows } from '#server/database/database.ts'
import type { JobLine } from '#shared/contract/lines.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { type Line, type LineSource, totalsOf } from '#shared/rules/lines.ts'
import { centsFromDollars, decimalFromCents } from '#shared/rules/money.ts'
import { mayKnowCustomer } from '#shared/rules/permissions.ts'
import type { Person } from '#shared/rules/roles.ts'
import { adjustmentLabel } from '#shared/rules/cost-words.ts'
import { t } from '#shared/texts/t.ts'
import { isCharged } from '#shared/rules/extras.ts'
import { costOf } from './costs.ts'
import { extrasOf } from './extras.ts'
import type { JobRow } from './job-row.ts'

type LineRow = Line & { id: string; source: LineSource }

const charged = {
  name: 'lines-of-job',
  text: `select id, source, kind, description, quantity, unit_cents, total_cents, taxable, product_id, product
    from job_lines where job_id = $1::uuid and approval in ('not_needed', 'approved') and kind <> 'fee'
    order by array_position(array['package', 'addon', 'extra'], source), created_at, position, id`,
}

/**
 * A visit's charged lines: parts and labor of its package, add-ons and extras. The package is one line for imported visits
 * and those booked before packages had lines.
 */
export async function lineRows(job: JobRow): Promise<LineRow[]> {
  const rows = await queryRows<LineRow>(charged, [job.id])
  if (rows.some(({ source }) => source === 'package')) return rows
  const { packageName: description, packageCents } = job
  const taxable = job.taxableCents > totalsOf(rows).taxableCents
  const line = { quantity: 1, unitCents: packageCents, totalCents: packageCents, taxable }
  const nothing = { productId: null, product: null }
  return [
    { id: job.id, source: 'package', kind: 'labor', description, ...line, ...nothing },
    ...rows,
  ]
}

/** The visit's lines as this person may see them. */
export async function linesOf(person: Person, job: JobRow): Promise<JobLine[]> {
  const knows = mayKnowCustomer(person, job, now())
  const stored = (await lineRows(job)).map(({ id, source, kind, quantity, taxable, ...line }) => ({
    id,
    source,
    kind,
    // Free text may name the customer.
    description:
      source === 'extra'
        ? knows
          ? extraInOwnWords(line.description)
          : ''
        : inOwnWords(line.description),
    quantity,
    unitPrice: decimalFromCents(line.unitCents),
    amount: decimalFromCents(line.totalCents),
    taxable,
    ...(line.product && { product: { ...line.product, name: inOwnWords(line.product.name) } }),
  }))
  const others = feesAndDiscounts(job).map(({ name, ...line }, at) => ({
    id: `${line.kind}-${at + 1}`,
    description: knows ? name : '',
    ...line,
    taxable: false,
  }))
  return [...stored, ...others]
}

const feesAndDiscounts = (job: JobRow) =>
  (costOf(job).feesAndDiscounts ?? []).map((one) => ({
    kind: one.amount.startsWith('-') ? ('discount' as const) : ('fee' as const),
    name: adjustmentLabel(one),
    quantity: 1,
    unitPrice: one.amount,
    amount: one.amount,
  }))

const partCents = async (job: JobRow) =>
  totalsOf(
    (await lineRows(job)).filter(({ source, kind }) => source === 'package' && kind === 'part'),
  ).cents

/** The lines on receipts and invoices. A package is one line; parts and labor if sales tax applies to parts only. */
export async function paperLines(person: Person, job: JobRow): Promise<Receipt['lines']> {
  const line = (kind: Receipt['lines'][number]['kind'], name: string, cents: number) => {
    const amount = decimalFromCents(cents)
    return { kind, name, quantity: 1, unitPrice: amount, amount }
  }
  const extras = (await extrasOf(person, job.id)).filter((one) => isCharged(one) && !one.forFee)
  const name = inOwnWords(job.packageName)
  const cents = job.taxMode === 'parts' ? await partCents(job) : 0
  const separated = [
    line('package', t('{name}: parts', { name }), cents),
    line('package', t('{name}: labor', { name }), job.packageCents - cents),
  ]
  return [
    ...(cents > 0 && cents < job.packageCents
      ? separated
      : [line('package', name, job.packageCents)]),
    ...job.addons.map(({ name, cents }) => line('addon', inOwnWords(name), cents)),
    ...extras.map(({ description, quantity, unitPrice, totalPrice }) => ({
      kind: 'extra' as const,
      name: description,
      quantity,
      unitPrice: decimalFromCents(centsFromDollars(unitPrice)),
      amount: decimalFromCents(centsFromDollars(totalPrice)),
    })),
    ...feesAndDiscounts(job),
  ]
}
