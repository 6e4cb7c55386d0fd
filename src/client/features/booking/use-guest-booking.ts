import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { CallError } from '#client/app/call.ts'
import { keep, readSessionStore } from '#client/app/session-store.ts'
import { paths } from '#shared/rules/paths.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { toast } from '#client/ui/toast.ts'
import { GuestBookingForm } from '#shared/contract/guests.ts'
import type { VehicleSpec } from '#shared/contract/vehicles.ts'
import { centsFromDollars } from '#shared/rules/money.ts'
import { fittingPackage } from '#shared/rules/packages.ts'
import { t, translate } from '#shared/texts/t.ts'
import { bookedTitle } from './booked-title.ts'
import { addonCents } from './draft.ts'
import { type KeptForm, keptName, useKeeping, useKeptTime, useStart } from './guest-form-draft.ts'
import { useNearbyDays } from './use-nearby-days.ts'
import { freshDay, useOpenDays } from './use-open-days.ts'

/** What the page asks for now; `mailed`: it is booked, but only the mail has the link. */
type Step = 'form' | 'code' | 'mailed'

/** Everything the page for booking without an account knows and can do. */
export function useGuestBooking() {
  const packages = useCall('GET /api/service-packages')
  const addons = useCall('GET /api/addon-services')
  const [kept] = useState(() => readSessionStore(keptName) as KeptForm | null)
  const openDays = useOpenDays([kept?.values.scheduledDate ?? null])
  const [, go] = useLocation()
  const form = useForm<GuestBookingForm>({
    resolver: zodResolver(GuestBookingForm),
    // The form itself shows the first problem: days and times are no fields that could be focused.
    shouldFocusError: false,
    defaultValues: useStart(kept?.values),
  })
  const [date, time, chosenId, address, addonIds] = useWatch({
    control: form.control,
    name: ['scheduledDate', 'scheduledTime', 'servicePackageId', 'serviceAddress', 'addons'],
  })
  const [step, setStep] = useState<Step>('form')
  const [spec, setSpec] = useState<VehicleSpec | null>(kept?.spec ?? null)
  const [sent, setSent] = useState<GuestBookingForm | null>(null)
  /** A code that was right when its slot had gone: it books another one. */
  const [proven, setProven] = useState<{ email: string; code: string } | null>(null)

  const onSale = packages.data ?? []
  const car = spec && carFacts(spec)
  const unknown = { fuel: null, engine: null, oilType: null, recommendedServiceLevel: null }
  const servicePackage =
    onSale.find(({ id }) => id === chosenId) ??
    fittingPackage(car ?? { ...unknown, oilType: 'full_synthetic' }, onSale)

  const nearbyDates = useNearbyDays(address, openDays.range)
  const chosenAddons = (addons.data ?? []).filter(({ id }) => addonIds?.includes(id))

  useKeeping(form, spec)
  useKeptTime(form, kept, openDays.days)

  /** Shows what the lost slot's day has now; everything else in the form stays. */
  function takeLostSlot(error: CallError): boolean {
    const day = freshDay(error)
    if (!day) return false
    openDays.takeFreshDay(day)
    form.resetField('scheduledTime')
    form.setError('scheduledTime', { message: t('Please select a time') })
    setStep('form')
    sayFailure(error)
    return true
  }

  const ask = useWrite('POST /api/guest-bookings', {
    onSuccess: () => setStep('code'),
    onError: (error) => {
      if (!takeLostSlot(error)) sayFailure(error)
    },
  })
  const confirm = useWrite('POST /api/guest-bookings/confirm', {
    onSuccess: ({ job, token }) => {
      keep(keptName, null)
      toast({ title: bookedTitle([job]) })
      go(paths.guestVisit(token), { replace: true, state: { booked: true } })
    },
    onError: (error, { body }) => {
      if (reasonOf(error) === 'already_booked') {
        keep(keptName, null)
        return setStep('mailed')
      }
      if (takeLostSlot(error)) return setProven({ email: body.email, code: body.code })
      setProven(null)
      if (step === 'form') sayFailure(error)
    },
  })

  const submit = form.handleSubmit((values) => {
    if (ask.isPending || confirm.isPending) return
    const body = {
      ...values,
      servicePackageId: values.servicePackageId ?? servicePackage?.id,
      // One that has gone off sale since the form was begun is not asked for.
      addons: chosenAddons.map(({ id }) => id),
    }
    setSent(body)
    if (proven?.email === body.email) confirm.mutate({ body: { ...body, code: proven.code } })
    else ask.mutate({ body })
  })

  return {
    packages,
    openDays,
    form,
    date: date || (openDays.days.find((day) => day.open)?.date ?? null),
    time: time || null,
    address,
    nearbyDates,
    addons: addons.data ?? [],
    chosenAddons,
    totalCents: centsFromDollars(servicePackage?.basePrice ?? 0) + addonCents(chosenAddons),
    servicePackage,
    car,
    spec,
    setSpec,
    step,
    sent,
    submit,
    pending: ask.isPending || confirm.isPending,
    /** Whether pressing the button books at once, by the code that was proven before. */
    provenAlready: proven !== null,
    codeProblem: confirm.error ? translate(confirm.error.message) : undefined,
    back: () => {
      confirm.reset()
      setStep('form')
    },
    sendCode: (code: string) => sent && confirm.mutate({ body: { ...sent, code } }),
    sendAgain: () => {
      confirm.reset()
      if (sent) ask.mutate({ body: sent })
    },
  }
}

const carFacts = ({ fuel, engine, oilType, recommendedServiceLevel }: VehicleSpec) => ({
  fuel: fuel ?? null,
  engine: engine ?? null,
  oilType,
  recommendedServiceLevel,
})

function reasonOf(error: CallError): string | undefined {
  return (error.details as { reason?: string } | undefined)?.reason
}

function sayFailure(error: CallError) {
  toast({ title: t('Booking Failed'), description: translate(error.message), destructive: true })
}
