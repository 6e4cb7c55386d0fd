import { useState } from 'react'
import type { CallAnswer } from '#client/app/call.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { LaterValues } from '#client/app/form/later-values.tsx'
import { useBusiness } from '#client/app/session.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { settingsTable } from '#shared/rules/settings-table.ts'
import { listsOf, slotsIn, type SlotTimes, timesOn } from '#shared/rules/slot-times.ts'
import {
  describeWeeklyHours,
  hasOwnHours,
  hoursOn,
  inOrderOfDay,
  unbrokenTime,
} from '#shared/rules/weekly-hours.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { VisitsOutsideTimes } from './visits-outside-times.tsx'

const TimesDialog = lazyDialog(() => import('./times-dialog.tsx'))

export type TimesSettings = CallAnswer<'GET /api/admin/settings'>

/** The times of a day and their planned changes, with a button to plan one. */
export function TimesOfDay({ settings }: { settings: TimesSettings }) {
  const { today } = useBusiness()
  const [dialog, setDialog] = useState<{ replaces?: SlotTimes } | null>(null)
  const [lists, now] = [listsOf(settings), timesOn(today, settings)]
  const coming = lists.filter(({ from }) => from > today)
  return (
    <section
      aria-label={translate(settingsTable.slotTimes.label)}
      className="mt-4 space-y-3 border-t border-line pt-4 text-sm"
    >
      <div>
        <h3 className="text-base font-medium">{translate(settingsTable.slotTimes.label)}</h3>
        <p>{describeTimes(now)}</p>
        {now !== lists[0] && (
          <p className="mt-1 text-soft">
            {t(
              'Since {day}. Times that have begun cannot be taken back, only followed by new ones from today on.',
              { day: formatDay(now.from, { year: true }) },
            )}
          </p>
        )}
      </div>
      {coming.length > 0 && (
        <LaterValues
          title={t('Coming times of a day')}
          call="PUT /api/admin/settings"
          values={coming.map((list) => cancelOf(list, { settings, onChange: setDialog }))}
          failureToast={t('Not cancelled')}
        />
      )}
      <SmallButton onClick={() => setDialog({})}>{t('Change the times')}</SmallButton>
      {dialog && (
        <TimesDialog
          settings={settings}
          replaces={dialog.replaces}
          onClose={() => setDialog(null)}
        />
      )}
    </section>
  )
}

const describeTimes = (list: SlotTimes): string => slotsIn(list).map(unbrokenTime).join('\u00a0· ')

interface Around {
  settings: TimesSettings
  onChange: (dialog: { replaces: SlotTimes }) => void
}

/** A planned list. Planning the previous times for its day cancels it and any later ones. */
function cancelOf(list: SlotTimes, { settings, onChange }: Around) {
  const lists = listsOf(settings)
  const until = lists[lists.indexOf(list) - 1] ?? list
  const before = {
    slotTimes: { from: list.from, times: until.times },
    ...(hasOwnHours(list, settings) && {
      weeklyHours: inOrderOfDay(hoursOn(until.from, settings)),
    }),
  }
  const words = { day: formatDay(list.from, { year: true }), times: describeTimes(list) }
  return {
    key: list.from,
    words: hasOwnHours(list, settings)
      ? t('From {day}: {times} ({hours})', {
          ...words,
          hours: describeWeeklyHours(hoursOn(list.from, settings), slotsIn(list)),
        })
      : t('From {day}: {times}', words),
    cancel: { body: before, ifMatch: settings.version },
    effects: (
      <div className="space-y-2">
        <LaterLists lists={lists.filter(({ from }) => from > list.from)} />
        <VisitsOutsideTimes wanted={before} />
      </div>
    ),
    onChange: () => onChange({ replaces: list }),
  }
}

/** Planned lists that a new one replaces. */
export function LaterLists({ lists }: { lists: readonly SlotTimes[] }) {
  if (lists.length === 0) return null
  const days = lists.map(({ from }) => formatDay(from, { year: true })).join('; ')
  return (
    <p>
      {plural(
        lists.length,
        {
          one: 'The change planned for {days} will not happen then.',
          other: 'The changes planned for {days} will not happen then.',
        },
        { days },
      )}
    </p>
  )
}
