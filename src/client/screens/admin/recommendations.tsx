import { keepPreviousData } from '@tanstack/react-query'
import { ClipboardList } from 'lucide-react'
import type { CallError } from '#client/app/call.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { ClearFilters, DateFilters } from '#client/app/list/filters.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { aDate, useFilters } from '#client/app/search-params.ts'
import { DeclinedLines } from '#client/app/declined-lines.tsx'
import { LinkButton, SmallButton, TextLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Money } from '#client/ui/money.tsx'
import { Page } from '#client/ui/page.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast.ts'
import type { OfficeRecommendations } from '#shared/contract/recommendations.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatAmount, formatDay, formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** What customers declined, by car, so that the office can offer it again. */
export default function Recommendations() {
  const filtering = useFilters({ from: aDate, to: aDate })
  const { from, to } = filtering.filters
  const query = { ...(from && { from }), ...(to && { to }) }
  const list = useCall(
    'GET /api/admin/recommendations',
    { query },
    { placeholderData: keepPreviousData },
  )
  return (
    <Page
      wide
      title={t('Recommendations')}
      back={{ href: paths.customers, label: t('Customers') }}
      lede={t(
        'Work that customers declined. Technicians see it at the next visit, and reminders name it.',
      )}
    >
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <DateFilters
          {...{ from, to }}
          of={{ name: t('Declined'), from: t('Declined from') }}
          onChange={filtering.set}
        />
        <ClearFilters {...filtering} />
      </div>
      <Loaded
        parts={[list]}
        loading={<Skeleton className="h-64 w-full rounded-card!" />}
        failed={t('The recommendations could not be loaded')}
      >
        {({ total, cars, entries }) =>
          entries.length === 0 ? (
            <EmptyState
              icon={<ClipboardList />}
              title={t('Nothing was declined')}
              text={
                filtering.isFiltered
                  ? t('Nothing declined on these days is still open.')
                  : t('When a customer declines a line of an estimate, it is kept here.')
              }
            />
          ) : (
            <div className="space-y-6">
              <p className="text-lg">
                {cars === 1
                  ? t('{total} declined on one car', { total: formatAmount(total) })
                  : t('{total} declined on {cars} cars', {
                      total: formatAmount(total),
                      cars: formatNumber(cars),
                    })}
                {cars > entries.length && (
                  <span className="block text-sm text-soft">
                    {t('The {count} highest are shown.', { count: formatNumber(entries.length) })}
                  </span>
                )}
              </p>
              {entries.map((entry) => (
                <Entry key={entry.vehicle.id} entry={entry} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Page>
  )
}

function Entry({ entry }: { entry: OfficeRecommendations['entries'][number] }) {
  const { vehicle, customer, nextVisitOn, total, lines } = entry
  const onError = (error: CallError) => showFailure(t('The change was not saved'), error)
  const restore = useWrite('DELETE /api/admin/recommendations/{id}/dismiss', { onError })
  const dismiss = useWrite('POST /api/admin/recommendations/{id}/dismiss', {
    onSuccess: (_, { params }) =>
      toast({
        title: t('Taken off the recommendations'),
        action: { label: t('Undo'), onSelect: () => restore.mutate({ params }) },
      }),
    onError,
  })
  const named = customer.name || t('Without a name')
  return (
    <Card>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 font-semibold wrap-anywhere">
          <TextLink href={officePaths.customer(customer.id)}>{named}</TextLink>
          <span className="block text-sm font-normal text-soft">
            {[
              vehicle.name,
              nextVisitOn
                ? t('next visit {day}', { day: formatDay(nextVisitOn) })
                : t('no visit booked'),
            ].join(' · ')}
          </span>
        </h2>
        <Money amount={total} className="font-semibold" />
      </div>
      <DeclinedLines
        lines={lines}
        action={({ id, description }) => (
          <SmallButton
            aria-label={t('Dismiss {name}', { name: description })}
            pending={dismiss.isPending && dismiss.variables.params.id === id}
            onClick={() => dismiss.mutate({ params: { id } })}
          >
            {t('Dismiss')}
          </SmallButton>
        )}
      />
      <div className="mt-2 flex flex-wrap gap-2">
        {customer.phone && (
          <LinkButton href={`tel:${customer.phone}`} aria-label={t('Call {name}', { name: named })}>
            {t('action|Call')}
          </LinkButton>
        )}
        {!nextVisitOn && (
          <LinkButton
            href={officePaths.bookFor({ customerId: customer.id, vehicleId: vehicle.id })}
          >
            {t('Book a visit')}
          </LinkButton>
        )}
      </div>
    </Card>
  )
}
