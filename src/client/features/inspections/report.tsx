import { clsx } from 'clsx'
import { Download, Printer } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { Brand } from '#client/brand/brand.tsx'
import { Badge, type BadgeColor } from '#client/ui/badge.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { Button, LinkButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { PageHeader } from '#client/ui/page.tsx'
import type { InspectionReport } from '#shared/contract/inspections.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import {
  type InspectionResult,
  measureLabel,
  resultDeadlines,
  resultLabels,
  sortedForReport,
} from '#shared/rules/inspections.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay, formatNumber } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

type Item = InspectionReport['groups'][number]['items'][number]

const colors: Record<InspectionResult, BadgeColor> = {
  ok: 'green',
  watch: 'amber',
  fail: 'red',
  not_checked: 'gray',
}

/** The inspection report for customers: items that need work first, with their photos. */
export function Report({ report, token }: { report: InspectionReport; token: string }) {
  const { logo } = useBusiness()
  const { business, vehicle, odometerMiles, technician } = report
  const sorted = sortedForReport(report.groups)
  return (
    <>
      <PageHeader
        title={t('Inspection report')}
        lede={vehicleName(vehicle)}
        actions={
          <>
            <Button icon={<Printer />} onClick={() => print()}>
              {t('Print')}
            </Button>
            <LinkButton
              variant="primary"
              icon={<Download />}
              href={fileUrls.inspectionPdf(token)}
              download=""
            >
              {t('Download PDF')}
            </LinkButton>
          </>
        }
      />
      {!report.isComplete && (
        <Banner title={t('The visit is under way')}>
          {t('More may follow until it is completed.')}
        </Banner>
      )}
      <Card>
        <p className="mb-4 text-lg font-semibold">{summaryOf(sorted)}</p>
        <Facts
          items={[
            { label: t('Visit'), value: formatDay(report.date, { year: true }) },
            {
              label: t('Odometer'),
              value:
                odometerMiles === null
                  ? null
                  : t('{miles} mi', { miles: formatNumber(odometerMiles) }),
            },
            { label: t('Technician'), value: technician },
          ]}
        />
      </Card>
      {[...sorted.fail, ...sorted.watch].map((item) => (
        <Finding key={item.itemId} item={item} />
      ))}
      <Fine title={translate(resultLabels.ok)} items={sorted.ok} />
      {sorted.not_checked.length > 0 && (
        <Card title={translate(resultLabels.not_checked)}>
          <p className="text-soft">
            {sorted.not_checked
              .map(({ label, note }) => (note ? `${label} (${note})` : label))
              .join(', ')}
          </p>
        </Card>
      )}
      <footer className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
        <span className="flex items-center gap-2 font-semibold">
          <Brand business={{ logo, brandName: business.name }} />
        </span>
        {[business.phone, business.email].filter(Boolean).join(' · ')}
      </footer>
    </>
  )
}

function summaryOf({ fail, watch }: Record<InspectionResult, readonly Item[]>): string {
  const parts = [
    fail.length > 0 &&
      plural(fail.length, { one: '{count} item needs work', other: '{count} items need work' }),
    watch.length > 0 &&
      plural(watch.length, { one: '{count} item to watch', other: '{count} items to watch' }),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : t('Everything we checked is fine')
}

/** An item that needs attention: photos, meaning, and by when to act. */
function Finding({ item }: { item: Item }) {
  const { label, result, advice, note, photos } = item
  return (
    <Card className="break-inside-avoid">
      {photos.length > 0 && (
        <ul
          className={clsx(
            'mb-4 grid gap-2',
            photos.length > 1 ? 'grid-cols-[repeat(auto-fill,minmax(9rem,1fr))]' : 'max-w-80',
          )}
        >
          {photos.map(({ url, thumbnailUrl, width, height }, index) => (
            <li key={url}>
              <a
                href={url}
                target="_blank"
                rel="noreferrer"
                className="block overflow-hidden rounded-control border border-line bg-sunken"
              >
                <img
                  src={thumbnailUrl}
                  alt={t('{item}, photo {number}', { item: label, number: index + 1 })}
                  width={width}
                  height={height}
                  className="aspect-4/3 w-full object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-lg">{label}</h2>
        <Badge color={colors[result]}>{translate(resultLabels[result])}</Badge>
      </div>
      <Measured item={item} />
      {advice && <p className="mt-2">{advice}</p>}
      <p className="mt-2 font-medium">{translate(resultDeadlines[result])}</p>
      {note && <p className="mt-2 text-soft">{t('Note: {note}', { note })}</p>}
    </Card>
  )
}

function Measured({ item: { measure, unit, before } }: { item: Item }) {
  if (measure === undefined || !unit) return null
  return (
    <p className="mt-1 tabular-nums">
      {measureLabel(measure, unit, formatNumber)}
      {before !== null && (
        <span className="text-soft">
          {' '}
          ({t('{value} at the visit before', { value: measureLabel(before, unit, formatNumber) })})
        </span>
      )}
    </p>
  )
}

/** Items that need no attention. */
function Fine({ title, items }: { title: string; items: readonly Item[] }) {
  if (items.length === 0) return null
  return (
    <Card title={title}>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <li
            key={item.itemId}
            className="flex flex-wrap items-baseline justify-between gap-x-4 py-2"
          >
            <span>
              {item.label}
              {item.note && <span className="block text-sm text-soft">{item.note}</span>}
            </span>
            <Measured item={item} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
