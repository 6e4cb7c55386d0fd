import { useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { personName } from '#client/app/person-name.ts'
import { useBusiness } from '#client/app/session.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { HoursForm } from '#shared/contract/technicians.ts'
import type { DayHours } from '#shared/rules/assignment.ts'
import { slotsOfDay } from '#shared/rules/slot-times.ts'
import { hoursOn, slotsAt, spanOf } from '#shared/rules/weekly-hours.ts'
import { t } from '#shared/texts/t.ts'
import { dayNames } from './week-hours.tsx'
import type { EditDialogProps } from './editable-card.tsx'

const wholeDay = { from: '08:00', to: '17:00' }

export default function HoursDialog({ technician, onOutside, onClose }: EditDialogProps) {
  // Their state when the dialog opened.
  const [{ id, version, workingHours }] = useState(technician)
  const business = useBusiness()
  const [week, slots] = [hoursOn(business.today, business), slotsOfDay(business.today, business)]
  const usual = () => dayNames().map((_, day) => spanOf(slotsAt(week[day] ?? [], slots)))
  return (
    <DialogForm
      call="PATCH /api/admin/technicians/{id}"
      input={(body) => ({ params: { id }, body, ifMatch: version })}
      schema={HoursForm}
      defaultValues={{ workingHours: workingHours ?? null }}
      onClose={onClose}
      title={t('Working hours of {name}', { name: personName(technician) })}
      description={t(
        'They keep the visits they have. A time slot counts when it lies entirely within these hours.',
      )}
      submitLabel={t('Save')}
      disabledReason={({ workingHours: hours }) => problemOf(hours ?? null)}
      onSaved={({ outside = [] }) => onOutside(outside)}
      successToast={{ title: t('Saved'), description: personName(technician) }}
    >
      {({ ControlField }) => (
        <ControlField name="workingHours">
          {({ value, onChange }) => (
            <>
              <Switch
                label={t('Whenever the business is open')}
                checked={!value}
                onChange={({ target }) => onChange(target.checked ? null : usual())}
              />
              {value && <Week hours={value} onChange={onChange} />}
            </>
          )}
        </ControlField>
      )}
    </DialogForm>
  )
}

interface WeekProps {
  hours: readonly DayHours[]
  onChange: (hours: DayHours[]) => void
}

function Week({ hours, onChange }: WeekProps) {
  const set = (day: number, one: DayHours) =>
    onChange(hours.map((known, at) => (at === day ? one : known)))
  return (
    <ul className="divide-y divide-line">
      {dayNames().map((name, day) => {
        const own = hours[day] ?? null
        const input = (part: 'from' | 'to', label: string) => (
          <TextInput
            type="time"
            aria-label={label}
            value={own?.[part] ?? ''}
            className="w-28"
            onChange={({ target }) => own && set(day, { ...own, [part]: target.value })}
          />
        )
        return (
          <li
            key={name}
            className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 py-1"
          >
            <Checkbox
              label={name}
              checked={own !== null}
              onChange={({ target }) => set(day, target.checked ? { ...wholeDay } : null)}
            />
            {own && (
              <span className="flex items-center gap-2">
                {input('from', t('{day}, from', { day: name }))}
                <span aria-hidden="true">–</span>
                {input('to', t('{day}, to', { day: name }))}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function problemOf(hours: readonly DayHours[] | null): string | false {
  const names = dayNames()
  const wrong = hours?.findIndex((day) => day && (!day.from || !day.to || day.from >= day.to)) ?? -1
  return wrong >= 0 && t('{day} ends before it begins', { day: names[wrong] ?? '' })
}
