import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { keep } from '#client/app/session-store.ts'
import { personName } from '#client/app/person-name.ts'
import { useMaybePerson } from '#client/app/session.ts'
import type { Day } from '#shared/contract/booking.ts'
import type { GuestBookingForm } from '#shared/contract/guests.ts'
import type { VehicleSpec } from '#shared/contract/vehicles.ts'

/** What this tab keeps of a form that is being filled in. */
export type KeptForm = { values: Partial<GuestBookingForm>; spec: VehicleSpec | null }
export const keptName = 'guest booking'
type GuestForm = UseFormReturn<GuestBookingForm>

/** Keeps the form through a reload from the first change on. */
export function useKeeping(form: GuestForm, spec: VehicleSpec | null): void {
  useEffect(() => {
    const save = (values: KeptForm['values']) => keep(keptName, { values, spec } satisfies KeptForm)
    if (spec) save(form.getValues())
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => save(values),
    })
  }, [form, spec])
}

/** Takes up the kept day and time once, if they can still be had. */
export function useKeptTime(form: GuestForm, kept: KeptForm | null, days: readonly Day[]): void {
  const waiting = useRef(kept !== null)
  useEffect(() => {
    if (!waiting.current || days.length === 0) return
    waiting.current = false
    const { scheduledDate = '', scheduledTime } = kept?.values ?? {}
    const slots = days.find(({ date }) => date === scheduledDate)?.slots ?? []
    const open = slots.some((slot) => slot.timeSlot === scheduledTime && slot.status === 'open')
    if (!open || !scheduledTime) return
    form.setValue('scheduledDate', scheduledDate)
    form.setValue('scheduledTime', scheduledTime)
  }, [form, kept, days])
}

/** What was filled in before a reload, without day and time; who is signed in anyway need not type who they are. */
export function useStart(keptValues: KeptForm['values'] = {}): Partial<GuestBookingForm> {
  const { scheduledDate: _date, scheduledTime: _time, ...kept } = keptValues
  const person = useMaybePerson()
  const vehicle = { make: '', model: '', year: '', licensePlate: '' }
  const blank = { serviceAddress: '', accessNotes: '', customerNotes: '', vehicle, addons: [] }
  const nobody = { name: '', email: '', phone: '', ...blank }
  if (person?.role !== 'customer') return { ...nobody, ...kept }
  const { firstName, lastName, email, phone } = person
  const name = personName({ firstName, lastName, email: null })
  return { ...nobody, name, email: email ?? '', phone, ...kept }
}
