import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { personName } from '#client/app/person-name.ts'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton, TextLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Technician } from '#shared/contract/technicians.ts'
import { formatRating } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

const shownAtMost = 6

/** Technicians with today's work, those awaiting approval first. */
export function TechnicianStatusCard() {
  const list = useCall('GET /api/admin/technicians')
  return (
    <Card
      title={t('Technician Status')}
      action={<TextLink href={paths.technicians}>{t('Technicians')}</TextLink>}
    >
      <List
        list={list}
        failed={t('The technicians could not be loaded')}
        loading={<Skeleton className="h-62 w-full" />}
        empty={
          <EmptyState
            title={t('No technicians yet')}
            action={<LinkButton href={paths.technicians}>{t('Add Technician')}</LinkButton>}
          />
        }
      >
        {(technicians) => (
          <>
            <ul className="divide-y divide-line">
              {technicians.slice(0, shownAtMost).map((technician) => (
                <li
                  key={technician.id}
                  className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5 first:pt-0"
                >
                  <span className="min-w-0">
                    <TextLink
                      href={officePaths.technician(technician.id)}
                      className="block truncate font-medium"
                    >
                      {personName(technician) || technician.email || t('Technician')}
                    </TextLink>
                    <span className="block text-sm text-soft">
                      {plural(technician.jobsToday, {
                        one: '{count} job today',
                        other: '{count} jobs today',
                      })}
                      {' · '}
                      {technician.rating === null
                        ? t('New')
                        : t('rated {rating}', { rating: formatRating(technician.rating) })}
                    </span>
                  </span>
                  <NowDoing technician={technician} />
                </li>
              ))}
            </ul>
            {technicians.length > shownAtMost && (
              <p className="border-t border-line pt-2.5 text-sm">
                <TextLink href={paths.technicians}>
                  {t('View {count} more', { count: technicians.length - shownAtMost })}
                </TextLink>
              </p>
            )}
          </>
        )}
      </List>
    </Card>
  )
}

function NowDoing({ technician: { status, inProgress } }: { technician: Technician }) {
  if (status === 'waiting') return <Badge color="amber">{t('Waiting for approval')}</Badge>
  if (inProgress) return <Badge color="green">{t('Working')}</Badge>
  return <Badge color="light">{t('Not on a job')}</Badge>
}
