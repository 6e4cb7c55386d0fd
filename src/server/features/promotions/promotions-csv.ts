import { packageNames } from '#server/features/catalog/queries/packages.ts'
import { decimalCell } from '#server/http/csv.ts'
import { type CsvColumn, csvExport } from '#server/http/export-pages.ts'
import type { Promotion } from '#shared/contract/promotions.ts'
import { promotionStateLabels } from '#shared/rules/promotions.ts'
import { t, translate } from '#shared/texts/t.ts'
import { type AskedPromotions, pageOfPromotions } from './queries.ts'

/** Promotion codes as CSV, filtered and sorted like the list; amounts in dollars, dates as YYYY-MM-DD. */
export async function promotionsCsv(wanted: AskedPromotions): Promise<AsyncIterable<string>> {
  const names = await packageNames()
  return csvExport(columnsWith(names), async (limit, cursor) => {
    const { promotions, next } = await pageOfPromotions({ ...wanted, limit, cursor })
    return { rows: promotions, next }
  })
}

const columnsWith = (names: ReadonlyMap<string, string>): CsvColumn<Promotion>[] => [
  [t('Code'), ({ code }) => code],
  [t('Reason'), ({ reason }) => reason],
  [t('Percent off'), ({ percent }) => percent],
  [t('At most (USD)'), ({ cap }) => decimalCell(cap)],
  [t('Amount off (USD)'), ({ off }) => decimalCell(off)],
  [t('For visits from'), ({ visitsFrom }) => visitsFrom],
  [t('For visits until'), ({ visitsUntil }) => visitsUntil],
  [t('Uses in all'), ({ maxUses }) => maxUses],
  [t('Uses per customer'), ({ maxUsesPerCustomer }) => maxUsesPerCustomer],
  [t('First visit only'), ({ firstVisitOnly }) => (firstVisitOnly ? t('Yes') : t('No'))],
  [t('Packages'), ({ packageIds }) => packageIds.map((id) => names.get(id) ?? id).join(', ')],
  [t('Uses'), ({ uses }) => uses],
  [t('Given (USD)'), ({ given }) => decimalCell(given)],
  [t('Status'), ({ state }) => translate(promotionStateLabels[state])],
]
