import { packageNames } from '#server/features/catalog/queries/packages.ts'
import { type Cell, csvLines, decimalCell } from '#server/http/csv.ts'
import { exportPages } from '#server/http/export-pages.ts'
import type { Promotion } from '#shared/contract/promotions.ts'
import { promotionStateLabels } from '#shared/rules/promotions.ts'
import { t, translate } from '#shared/texts/t.ts'
import { type AskedPromotions, pageOfPromotions } from './queries.ts'

/** Promotion codes as CSV, filtered and sorted like the list; amounts in dollars, dates as YYYY-MM-DD. */
export async function promotionsCsv(wanted: AskedPromotions): Promise<AsyncIterable<string>> {
  const names = await packageNames()
  return csvLines(
    header(),
    exportPages(async (limit, cursor) => {
      const { promotions, next } = await pageOfPromotions({ ...wanted, limit, cursor })
      return { rows: promotions.map((one) => cellsOf(one, names)), next }
    }),
  )
}

const cellsOf = (one: Promotion, names: ReadonlyMap<string, string>): Cell[] => [
  one.code,
  one.reason,
  one.percent,
  decimalCell(one.cap),
  decimalCell(one.off),
  one.visitsFrom,
  one.visitsUntil,
  one.maxUses,
  one.maxUsesPerCustomer,
  one.firstVisitOnly ? t('Yes') : t('No'),
  one.packageIds.map((id) => names.get(id) ?? id).join(', '),
  one.uses,
  decimalCell(one.given),
  translate(promotionStateLabels[one.state]),
]

const header = () => [
  t('Code'),
  t('Reason'),
  t('Percent off'),
  t('At most (USD)'),
  t('Amount off (USD)'),
  t('For visits from'),
  t('For visits until'),
  t('Uses in all'),
  t('Uses per customer'),
  t('First visit only'),
  t('Packages'),
  t('Uses'),
  t('Given (USD)'),
  t('Status'),
]
