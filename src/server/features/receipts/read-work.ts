import { queryRows } from '#server/database/database.ts'
import type { JobRow } from '#server/reads/job-row.ts'
import type { Photo } from '#shared/contract/photos.ts'
import type { Receipt } from '#shared/contract/receipts.ts'
import { oilGrade } from '#shared/rules/oil.ts'

/** The recorded work on a car; for a visit not done, only its photos. */
export async function readWork(job: JobRow, photos: readonly Photo[]): Promise<Receipt['work']> {
  if (job.status !== 'completed')
    return {
      oilType: null,
      oilGrade: null,
      filledQuarts: null,
      odometerMiles: null,
      filters: [],
      checklist: [],
      photos: [...photos],
    }
  const taken = await queryRows<{ name: string; category: 'oil' | 'filter' }>(takenFromShelf, [
    job.id,
  ])
  const named = (category: string) =>
    taken.filter((one) => one.category === category).map(({ name }) => name)
  // With two oils, one may be an extra quart: which one fills the engine is unknown.
  const grades = new Set(named('oil').map(oilGrade))
  const [grade = null] = grades.size === 1 ? grades : []
  return {
    oilType: job.oilType,
    oilGrade: grade,
    filledQuarts: job.filledQuarts,
    odometerMiles: job.odometerMiles,
    filters: named('filter'),
    checklist: job.checklist,
    photos: [...photos],
  }
}

const takenFromShelf = {
  name: 'receipt-taken-from-shelf',
  text: `select p.name, p.category from stock_movements m join products p on p.id = m.product_id
    where m.job_id = $1 and p.category in ('oil', 'filter')
    group by p.id having sum(m.quantity) < 0 order by p.name, p.id`,
}
