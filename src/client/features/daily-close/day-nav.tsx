import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useBusiness } from '#client/app/session.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { addDays, isLocalDate } from '#shared/rules/calendar.ts'
import { t } from '#shared/texts/t.ts'

interface DayNavProps {
  date: string
  /** The first day there is something of. */
  first: string | undefined
  onDate: (date: string) => void
}

/** The way to the day before and after, to any other, and back to today; no further than that, nor before there is anything. */
export function DayNav({ date, first, onDate }: DayNavProps) {
  const { today } = useBusiness()
  const isLast = date >= today
  const isFirst = first !== undefined && date <= first
  return (
    <div className="mb-4 flex flex-wrap items-center gap-1">
      <IconButton
        icon={<ChevronLeft />}
        label={t('Previous day')}
        aria-disabled={isFirst || undefined}
        onClick={() => !isFirst && onDate(addDays(date, -1))}
        className="-ml-2.5"
      />
      <Field label={t('Day')} hideLabel className="w-44">
        <TextInput
          type="date"
          value={date}
          min={first}
          max={today}
          onChange={({ target }) => isLocalDate(target.value) && onDate(target.value)}
        />
      </Field>
      <IconButton
        icon={<ChevronRight />}
        label={t('Next day')}
        aria-disabled={isLast || undefined}
        onClick={() => !isLast && onDate(addDays(date, 1))}
      />
      {date !== today && (
        <Button size="small" variant="quiet" onClick={() => onDate(today)}>
          {t('Today')}
        </Button>
      )}
    </div>
  )
}
