import { type FormEvent, useState } from 'react'
import { useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import { OdometerForm as schema } from '#shared/contract/vehicles.ts'
import type { LocalDate } from '#shared/rules/calendar.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

/** Notes what the odometer shows; `today` is the business-local date. */
export function OdometerForm({ vehicleId, today }: { vehicleId: string; today: LocalDate }) {
  const [typed, setTyped] = useState('')
  const [date, setDate] = useState(today)
  const [problem, setProblem] = useState('')
  const note = useWrite('POST /api/vehicles/{id}/odometer', {
    onSuccess: ({ miles }) => {
      setTyped('')
      setDate(today)
      toast({
        title: t('Odometer reading saved'),
        description: t('{miles} mi', { miles: formatNumber(miles) }),
      })
    },
    onError: (error) => setProblem(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (note.isPending) return
    const digits = typed.replace(/[\s,]/g, '')
    const form = schema.safeParse({ date, miles: digits === '' ? undefined : Number(digits) })
    setProblem(form.success ? '' : (form.error.issues[0]?.message ?? ''))
    if (form.success) note.mutate({ params: { id: vehicleId }, body: form.data })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-x-4 gap-y-3 sm:grid-cols-[1fr_1fr_auto]">
      <Field label={t('Odometer')} error={problem ? translate(problem) : undefined}>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          placeholder="45,200"
          after={<span className="text-sm">{t('mi')}</span>}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <Field label={t('Read on')}>
        <TextInput
          type="date"
          max={today}
          // Its calendar button has a focus of its own, which `:focus-visible` does not see from outside.
          className="focus-within:outline-2 focus-within:outline-amber"
          value={date}
          onChange={(event) => setDate(event.target.value)}
        />
      </Field>
      <Button type="submit" pending={note.isPending} className="sm:mt-7.5 sm:self-start">
        {t('Add reading')}
      </Button>
    </form>
  )
}
