import type { InspectionReport } from '#shared/contract/inspections.ts'
import { drawHead, type LogoOnPaper } from './receipt-pdf.ts'
import {
  measureLabel,
  resultDeadlines,
  resultLabels,
  sortedForReport,
} from '#shared/rules/inspections.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { openPage, type Page } from './pdf-page.ts'

type Item = InspectionReport['groups'][number]['items'][number]

/** The report as a PDF; `pictureOf` returns the JPEG of a photo by its URL, if it still exists. */
export async function inspectionPdf(
  report: InspectionReport,
  {
    logo,
    pictureOf,
  }: { logo: LogoOnPaper | null; pictureOf: (url: string) => Promise<Uint8Array | undefined> },
): Promise<Uint8Array> {
  const title = t('Inspection report')
  const page = await openPage({ title: `${title} ${report.number}`, author: report.business.name })
  drawHead(page, { ...report, title }, logo)
  page.fact(t('Car'), vehicleName(report.vehicle))
  page.fact(t('Visit'), formatDay(report.date, { year: true }))
  if (report.odometerMiles !== null)
    page.fact(t('Odometer'), t('{miles} mi', { miles: formatNumber(report.odometerMiles) }))
  if (report.technician) page.fact(t('Technician'), report.technician)
  page.space(10)
  const { fail, watch, ok, not_checked: unchecked } = sortedForReport(report.groups)
  for (const [result, items] of [
    ['fail', fail],
    ['watch', watch],
  ] as const) {
    if (items.length === 0) continue
    heading(page, translate(resultLabels[result]))
    for (const item of items) {
      page.row([describe(item), '', '', ''], { bold: true })
      if (item.advice) page.paragraph(item.advice)
      page.paragraph(translate(resultDeadlines[result]))
      if (item.note) page.paragraph(t('Note: {note}', { note: item.note }))
      for (const { thumbnailUrl } of item.photos) {
        const bytes = await pictureOf(thumbnailUrl)
        if (bytes) page.picture(bytes, item.label, 130)
      }
    }
    page.space(8)
  }
  if (ok.length > 0) {
    heading(page, translate(resultLabels.ok))
    for (const item of ok) page.paragraph([describe(item), item.note].filter(Boolean).join(', '))
    page.space(8)
  }
  if (unchecked.length > 0) {
    heading(page, translate(resultLabels.not_checked))
    page.paragraph(unchecked.map(({ label }) => label).join(', '))
  }
  return page.finish()
}

const heading = (page: Page, title: string) =>
  page.row([title, '', '', ''], { bold: true, line: true })

/** "Front left tread: 4/32 in. (7/32 in. at the last visit)". */
function describe({ label, measure, unit, before }: Item): string {
  if (measure === undefined || !unit) return label
  const shown = `${label}: ${measureLabel(measure, unit, formatNumber)}`
  return before === null
    ? shown
    : `${shown} (${t('{value} at the visit before', { value: measureLabel(before, unit, formatNumber) })})`
}
