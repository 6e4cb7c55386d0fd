import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useBusiness } from '#client/app/session.ts'
import { IconButton, SmallButton } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { localDate, WeeklyHours as WeeklyHoursField } from '#shared/contract/fields.ts'
import { addDays, isLocalDate, weekday } from '#shared/rules/calendar.ts'
import { settingsTable } from '#shared/rules/settings-table.ts'
import {
  listsOf,
  mostSlotsADay,
  slotsIn,
  type SlotTimes,
  storedLists,
  timesOn,
} from '#shared/rules/slot-times.ts'
import { startOf } from '#shared/rules/slots.ts'
import { nextTime, problemsIn, timesInOrder } from '#shared/rules/typed-times.ts'
import {
  hasOwnHours,
  hoursOn,
  type OpeningHours,
  type WeeklyHours,
  withHours,
} from '#shared/rules/weekly-hours.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t, text, translate } from '#shared/texts/t.ts'
import { HoursGrid } from '../groups/hours-grid.tsx'
import { useSeenSettings } from '../use-seen-settings.ts'
import { LaterLists, type TimesSettings } from './times-of-day.tsx'
import { VisitsOutsideTimes } from './visits-outside-times.tsx'

interface TimesDialogProps {
  settings: TimesSettings
  /** The planned list to change; undefined to plan a new one. */
  replaces: SlotTimes | undefined
  onClose: () => void
}

type Times = SlotTimes['times']
type Typed = SlotTimes & { hours?: WeeklyHours | undefined }

const typedSchema = (today: string) =>
  z.strictObject({
    from: localDate(text('Please choose a day')).check(
      z.refine((from) => from >= today, text('Please choose today or a later day.')),
    ),
    times: z.custom<Times>(Array.isArray).check(({ value, issues }) => {
      for (const { at, part, text: message } of problemsIn(value))
        issues.push({ code: 'custom', message, input: value, path: [at, part === 'start' ? 0 : 1] })
    }),
    hours: z.optional(WeeklyHoursField),
  })

/** Plans the times of a day from a date on, and lists booked visits that will not match them. */
export default function TimesDialog(props: TimesDialogProps) {
  const { onClose } = props
  const { today } = useBusiness()
  // The values when the dialog opened.
  const [{ settings, replaces }] = useState(props)
  const [schema] = useState(() => typedSchema(today))
  const seen = useSeenSettings({ slotTimes: 'from', weeklyHours: 'hours' })
  const nextMonday = addDays(today, 8 - weekday(today))
  const stored = listsOf(settings).slice(-storedLists).flatMap(slotsIn).map(startOf)
  const wantedOf = ({ from = '', times = [], hours }: Partial<Typed>) => {
    const known = new Set([...stored, ...times.map(([start]) => start)])
    return {
      slotTimes: { from, times: timesInOrder(times), ...(replaces && { replaces: replaces.from }) },
      ...(hours && {
        weeklyHours: hours.map((starts) => starts.filter((start) => known.has(start))),
      }),
    }
  }
  const isReady = ({ slotTimes: { from, times } }: ReturnType<typeof wantedOf>) =>
    isLocalDate(from) && from >= today && problemsIn(times).length === 0
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      draft={`times ${replaces?.from ?? ''}`}
      input={(typed) => ({ body: wantedOf(typed), ...seen.match })}
      onFailure={seen.form.onFailure}
      schema={schema}
      defaultValues={
        replaces
          ? {
              ...pickTimes(replaces),
              ...(hasOwnHours(replaces, settings) && {
                hours: hoursOn(replaces.from, settings).map((starts) => [...starts]),
              }),
            }
          : { from: nextMonday, times: timesOn(nextMonday, settings).times }
      }
      onClose={onClose}
      title={translate(settingsTable.slotTimes.label)}
      description={t('Days until then keep their times, and booked visits keep theirs.')}
      submitLabel={t('Save')}
      failureTitle={t('Not saved')}
      disabledReason={(typed) =>
        seen.form.disabledReason() ||
        (isReady(wantedOf(typed)) &&
          isSame(withHours(settings, wantedOf(typed), today), settings) &&
          t('These are the times of that day already.'))
      }
      successToast={(_, { from, times }) => ({
        title: t('Saved'),
        description: plural(
          times.length,
          { one: '{count} time a day from {day}', other: '{count} times a day from {day}' },
          { day: formatDay(from, { year: true }) },
        ),
      })}
    >
      {({ DateField, ControlField }, typed, { formState }) => {
        const wanted = wantedOf(typed)
        return (
          <>
            <DateField name="from" label={t('Counts from')} min={today} className="max-w-56" />
            <ControlField name="times">
              {({ value, onChange }) => (
                <TimeRows
                  times={value}
                  onChange={onChange}
                  errors={(formState.errors.times ?? []) as RowErrors}
                  tries={formState.errors.from ? 0 : formState.submitCount}
                />
              )}
            </ControlField>
            {isReady(wanted) && (
              <ControlField name="hours">
                {({ value, onChange, error }) => (
                  <OwnHours
                    hours={value && wanted.weeklyHours}
                    usual={() => withHours(settings, wanted, today).weeklyHours}
                    times={wanted.slotTimes}
                    onChange={onChange}
                    error={error}
                  />
                )}
              </ControlField>
            )}
            {isReady(wanted) && (
              <div className="space-y-2 text-sm">
                <LaterLists
                  lists={listsOf(settings).filter(
                    ({ from }) =>
                      from > today && from >= wanted.slotTimes.from && from !== replaces?.from,
                  )}
                />
                <VisitsOutsideTimes wanted={wanted} />
              </div>
            )}
          </>
        )
      }}
    </DialogForm>
  )
}

const isSame = (one: OpeningHours, other: OpeningHours): boolean =>
  JSON.stringify(hoursByDay(one)) === JSON.stringify(hoursByDay(other))
const hoursByDay = (all: OpeningHours) =>
  listsOf(all).map(({ from, times }) => [from, times, hoursOn(from, all)])

const pickTimes = ({ from, times }: SlotTimes) => ({ from, times })

interface OwnHoursProps {
  hours: WeeklyHours | undefined
  /** The hours that follow from the times. */
  usual: () => WeeklyHours
  times: SlotTimes
  onChange: (hours: WeeklyHours | undefined) => void
  error: string | undefined
}

/** Service days and hours for a list of times, such as half-day Saturdays. */
function OwnHours({ hours, usual, times, onChange, error }: OwnHoursProps) {
  return (
    <div className="space-y-2">
      <Switch
        label={t('Also change which days have them')}
        description={t('For example, half-day Saturdays. Days until then keep their hours.')}
        checked={hours !== undefined}
        onChange={({ target }) => onChange(target.checked ? usual() : undefined)}
      />
      {hours && (
        <HoursGrid
          label={translate(settingsTable.weeklyHours.label)}
          {...{ hours, times, error, onChange }}
        />
      )}
    </div>
  )
}

type RowErrors = readonly (readonly ({ message?: string } | undefined)[] | undefined)[]

interface TimeRowsProps {
  times: Times
  onChange: (times: Times) => void
  errors: RowErrors
  /** Presses of the submit button; the first wrong time gets the focus. */
  tries: number
}

function TimeRows({ times, onChange, errors, tries }: TimeRowsProps) {
  const rows = useRef<HTMLFieldSetElement>(null)
  const focus = (which: string) => rows.current?.querySelector<HTMLElement>(which)?.focus()
  useEffect(() => {
    if (tries > 0) focus('[aria-invalid]')
  }, [tries])
  const count = useRef(times.length)
  useEffect(() => {
    if (times.length > count.current) focus('li:last-child input')
    if (times.length < count.current) focus('li:last-child ~ button, li:last-child input')
    count.current = times.length
  }, [times.length])
  return (
    <fieldset ref={rows} className="space-y-2">
      <legend className="mb-1.5 font-medium">{t('Times')}</legend>
      <ul className="space-y-2">
        {times.map((time, at) => (
          <TimeRow
            key={at}
            number={at + 1}
            time={time}
            errors={errors[at] ?? []}
            onChange={(changed) => onChange(times.map((one, row) => (row === at ? changed : one)))}
            onRemove={
              times.length > 1 ? () => onChange(times.filter((_, row) => row !== at)) : undefined
            }
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <SmallButton
          icon={<Plus className="size-4" />}
          disabledReason={
            times.length >= mostSlotsADay &&
            t('At most {count} times a day', { count: mostSlotsADay })
          }
          onClick={() => onChange([...times, nextTime(times)])}
        >
          {t('Add a time')}
        </SmallButton>
        <SmallButton
          variant="quiet"
          disabledReason={
            JSON.stringify(times) === JSON.stringify(usualTimes) && t('These are the usual five.')
          }
          onClick={() => onChange(usualTimes)}
        >
          {t('Use the usual five')}
        </SmallButton>
      </div>
    </fieldset>
  )
}

const { times: usualTimes } = settingsTable.slotTimes.default

interface TimeRowProps {
  number: number
  time: Times[number]
  errors: readonly ({ message?: string } | undefined)[]
  onChange: (time: Times[number]) => void
  onRemove: (() => void) | undefined
}

function TimeRow({ number, time: [start, end], errors, onChange, onRemove }: TimeRowProps) {
  const id = useId()
  const message = errors[0]?.message ?? errors[1]?.message
  const input = (part: 0 | 1, label: string) => (
    <TextInput
      type="time"
      aria-label={label}
      aria-invalid={errors[part] ? true : undefined}
      aria-describedby={errors[part] ? id : undefined}
      value={part === 0 ? start : end}
      className="min-w-0 flex-1 max-[24rem]:px-2 max-[24rem]:[&::-webkit-calendar-picker-indicator]:hidden"
      onChange={({ target: { value } }) => onChange(part === 0 ? [value, end] : [start, value])}
    />
  )
  return (
    <li>
      <div className="flex max-w-96 items-center gap-2 max-[24rem]:gap-1">
        {input(0, t('Time {number}, start', { number }))}
        <span aria-hidden="true">–</span>
        {input(1, t('Time {number}, end', { number }))}
        {onRemove && (
          <IconButton
            icon={<Trash2 className="size-4.5" />}
            label={t('Remove time {number}', { number })}
            onClick={onRemove}
          />
        )}
      </div>
      {message && <FieldError id={id}>{message}</FieldError>}
    </li>
  )
}
