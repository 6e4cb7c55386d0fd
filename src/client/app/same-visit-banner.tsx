import { callQuery, queryClient, useCall } from './queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { officePaths } from '#shared/rules/office-paths.ts'
import { visitAtSameAddress } from '#shared/rules/same-visit.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { t } from '#shared/texts/t.ts'

interface SameVisitBannerProps {
  /** The visit being changed; undefined for a new one. */
  id?: string
  date: string | null | undefined
  time: string | null | undefined
  address: string
}

const dayList = 'GET /api/admin/board'

/** Whether the office has another visit at this address and time; false if that could not be loaded. */
export async function hasSameVisit(place: Parameters<typeof visitAtSameAddress>[1]) {
  const day = callQuery(dayList, { query: { date: place.scheduledDate } })
  const visits = await queryClient.fetchQuery(day).catch(() => [])
  return visitAtSameAddress(visits, place) !== undefined
}

/** Warns the office of another visit at this address and time. */
export function SameVisitBanner({ id = '', date, time, address }: SameVisitBannerProps) {
  const visits = useCall(
    dayList,
    { query: { date: date ?? '' } },
    { enabled: Boolean(date && time) },
  )
  if (!date || !time) return null
  const place = { id, scheduledDate: date, scheduledTime: time, serviceAddress: address }
  const same = visitAtSameAddress(visits.data ?? [], place)
  if (!same) return null
  return (
    <Banner live tone="warning" title={t('Another visit is at this address at that time')}>
      <TextLink href={officePaths.officeVisit(same.id)}>
        {[same.number, same.customer.name, vehicleName(same.vehicle)].filter(Boolean).join(', ')}
      </TextLink>
    </Banner>
  )
}
