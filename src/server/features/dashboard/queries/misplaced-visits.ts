import { currentSettings } from '#server/base/current-settings.ts'
import { queryRows } from '#server/database/database.ts'
import { readTheseJobs } from '#server/reads/visits.ts'
import { type JobRow, toJob } from '#server/reads/job-row.ts'
import {
  type LeftVisit,
  visitsAway,
  visitsLeft,
} from '#server/features/technicians/queries/visits-away.ts'
import type { AttentionGroup, MisplacedVisit } from '#shared/contract/attention.ts'
import { refusalPhrase } from '#shared/rules/assignment.ts'
import type { Person } from '#shared/rules/roles.ts'
import { formatClock, formatDay, formatWeekday } from '#shared/texts/format.ts'
import { describeHours, slotsOn } from '#shared/rules/weekly-hours.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import { overlapInSql } from '#shared/rules/slots.ts'
import { t, wording } from '#shared/texts/t.ts'
import { countedWaiting } from './waiting-visits.ts'

/** Visits whose technician is off then, has left, or lacks the skill; those under way first. */
export async function awayGroup(person: Person, limit: number): Promise<AttentionGroup[]> {
  const [left, ahead] = await Promise.all([visitsLeft(), visitsAway()])
  const away = [
    ...left.map((visit) => ({ id: visit.id, why: whyLeft(visit) })),
    ...ahead.map(({ id, name, refusal }) => ({
      id,
      why: wording(refusalPhrase(name || '?', refusal, { formatDay, formatClock })),
    })),
  ]
  const shown = away.slice(0, limit)
  const rows = await readTheseJobs(shown.map(({ id }) => id))
  const entries = shown.flatMap(({ id, why }): MisplacedVisit[] => {
    const row = rows.find((one) => one.id === id)
    return row ? [{ ...toJob(person, row), why }] : []
  })
  return [
    {
      kind: 'technician_away',
      count: Math.min(away.length, countedWaiting),
      capped: away.length > countedWaiting,
      entries,
    },
  ]
}

function whyLeft({ name, wrote }: LeftVisit): string {
  const gone = t('{name} no longer works here, and the visit is under way.', {
    name: name || t('Its technician'),
  })
  return wrote ? `${gone} ${t('The customer wrote: {message}', { message: wrote })}` : gone
}

type Block = { id: string; reason: string }

const blocks = {
  name: 'blocks-of-visits',
  text: `select j.id, b.reason from jobs j
    join blocked_slots b on b.service_date = j.service_date and ${overlapInSql('b.slot', 'j.slot')}
    where j.id = any($1::uuid[])`,
}

/** Visits during closed times, with the reason for each closure. */
export async function inClosedTimes(
  person: Person,
  rows: readonly JobRow[],
): Promise<MisplacedVisit[]> {
  const found = await queryRows<Block>(blocks, [rows.map(({ id }) => id)])
  const reasons = new Map(found.map(({ id, reason }) => [id, reason]))
  return rows.map((row) => ({ ...toJob(person, row), why: whyClosed(row, reasons.get(row.id)) }))
}

function whyClosed({ serviceDate, slot }: JobRow, reason: string | undefined): string {
  if (reason) return t('Closed: {reason}', { reason })
  if (reason === '') return t('This time is blocked.')
  const weekday = formatWeekday(serviceDate, 'long')
  const settings = currentSettings()
  const offered = slotsOn(serviceDate, settings)
  if (offered.length > 0 && !slotsOfDay(serviceDate, settings).includes(slot))
    return t('This is no longer one of the times of that day.')
  return offered.length > 0
    ? t('The hours on a {weekday} are {hours}.', {
        weekday,
        hours: describeHours(offered, slotsOfDay(serviceDate, settings)),
      })
    : t('The business is closed on a {weekday}.', { weekday })
}
