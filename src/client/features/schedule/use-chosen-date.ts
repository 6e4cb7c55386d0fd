import { useSearchParams } from 'wouter'
import { useBusiness } from '#client/app/session.ts'
import { isLocalDate, type LocalDate } from '#shared/rules/calendar.ts'

/** The day of the page's address, `?date=`; today when it names none, none that exists, or a past one. */
export function useChosenDate(): [LocalDate, (date: LocalDate) => void] {
  const { today } = useBusiness()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('date') ?? ''
  const date = isLocalDate(asked) && asked >= today ? asked : today
  return [date, (next) => setQuery({ date: next }, { replace: true })]
}
