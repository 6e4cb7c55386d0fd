import { useEffect, useRef } from 'react'
import { isLocalDate } from '#shared/rules/calendar.ts'
import { t } from '#shared/texts/t.ts'
import { fields } from './fields.tsx'
import { useFormAround } from './saving-form.ts'

const { DateField } = fields

/** The fields `from` and `to` of a form. The last day follows the first, until it is a later one. */
export function DayRangeFields({ earliest }: { earliest: string }) {
  const { form, values } = useFormAround()
  const { from, to } = values as { from?: string; to?: string }
  const followed = useRef(from)
  useEffect(() => {
    // While a year is being typed, the date is valid and long past.
    if (from === followed.current || !from || !isLocalDate(from) || from < earliest) return
    if (!to || to === followed.current || to < from)
      form.setValue('to', from, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
    followed.current = from
  }, [form, from, to, earliest])
  return (
    <div className="grid grid-cols-1 gap-4 min-[24rem]:grid-cols-2 min-[24rem]:gap-3">
      <DateField name="from" label={t('First day')} min={earliest} />
      <DateField name="to" label={t('Last day')} min={from || earliest} />
    </div>
  )
}
