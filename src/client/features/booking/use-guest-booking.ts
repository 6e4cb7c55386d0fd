import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type CallError, unreachable } from '#client/app/call.ts'
import { useWrite } from '#client/app/queries.ts'
import { useMaybePerson } from '#client/app/session.ts'
import { lazyLoad } from '#client/ui/lazy-load.ts'
import { toast } from '#client/ui/toast.ts'
import { paths } from '#shared/rules/paths.ts'
import { translate } from '#shared/texts/t.ts'
import { emptyFields, type Guest, newGuest } from './guest.ts'
import { asksFor, refusedFields } from './questions.ts'
import { carAsTyped } from './typed-car.ts'
import { useBookingDraft } from './use-booking-draft.ts'
import { bookedTitle, type BookingBody, isOtherPrice, limitOf, useBooking } from './use-booking.ts'
import { freshDay } from './use-open-days.ts'
import { leaveSteps } from './use-question-history.ts'

const loadCheck = lazyLoad(() => import('./check-guest.ts'))

function useCheck() {
  const [check, setCheck] = useState<Awaited<ReturnType<typeof loadCheck>>>()
  useEffect(() => {
    void loadCheck()
      .then((loaded) => setCheck(loaded))
      .catch(() => {})
  }, [])
  return check
}

/** State of a booking without an account: one car, contact details, and a mailed code that books. */
export function useGuestBooking() {
  const person = useMaybePerson()
  const [, go] = useLocation()
  const kept = useBookingDraft('guest booking draft', null, newGuest(person))
  const guest = kept.draft.own
  const { sent } = guest
  /** A verified code whose slot was lost; it books another slot. Not kept across reloads, like all codes. */
  const [proven, setProven] = useState<{ email: string; code: string } | null>(null)
  const check = useCheck()
  const problems = check ? check.guestProblems(guest) : emptyFields(guest)
  const isCar = !problems.some(({ field }) => asksFor('vehicle', field))
  const booking = useBooking(kept, {
    cars: isCar ? [carAsTyped('guest', guest)] : [],
    who: 'last',
    everyQuestion: true,
    problems,
  })
  /** Booked, but only the e-mail has the link. */
  const [mailed, setMailed] = useState(false)

  /** Returns to the question an error belongs to; false if there is none. */
  function goBack(error: CallError): boolean {
    const concerns =
      freshDay(error) !== undefined ||
      limitOf(error) !== undefined ||
      isOtherPrice(error) ||
      refusedFields(error.details, []).length > 0
    if (concerns) kept.setOwn({ sent: null })
    return concerns
  }

  const ask = useWrite('POST /api/guest-bookings', {
    onSuccess: (_, { body }) => kept.setOwn({ sent: body }),
    onError: (error) => {
      goBack(error)
      booking.takeFailure(error)
    },
  })
  const confirm = useWrite('POST /api/guest-bookings/confirm', {
    onSuccess: async ({ job, token }) => {
      kept.clear()
      await leaveSteps()
      toast({ title: bookedTitle([job]) })
      go(paths.guestVisit(token), { replace: true, state: { booked: true } })
    },
    onError: (error, { body: { email, code } }) => {
      if (isBooked(error)) {
        kept.clear()
        return setMailed(true)
      }
      const concerns = goBack(error)
      // Errors about the code appear at its field.
      if (concerns || !sent) booking.takeFailure(error)
      setProven(concerns ? { email, code } : null)
    },
  })

  async function submit(body: BookingBody) {
    const loaded = await loadCheck().catch(() => undefined)
    if (!loaded) return booking.takeFailure(unreachable())
    const { form, fields } = loaded.readGuestBooking(guest, body)
    confirm.reset()
    if (!form) booking.refuse({ fields })
    else if (proven?.email === form.email) confirm.mutate({ body: { ...form, code: proven.code } })
    else ask.mutate({ body: form })
  }

  return {
    booking,
    guest,
    /** The last step books without another code. */
    isProven: proven !== null,
    set: (part: Partial<Guest>) => kept.setOwn(part),
    mailed,
    submit: (body: BookingBody) => void submit(body),
    pending: ask.isPending || confirm.isPending,
    codeProblem: confirm.error ? translate(confirm.error.message) : undefined,
    back: () => {
      confirm.reset()
      kept.setOwn({ sent: null })
    },
    sendCode: (code: string) => sent && confirm.mutate({ body: { ...sent, code } }),
    sendAgain: () => {
      confirm.reset()
      if (sent) ask.mutate({ body: sent })
    },
  }
}

export type GuestBooking = ReturnType<typeof useGuestBooking>

const isBooked = ({ details }: CallError): boolean =>
  (details as { reason?: string } | undefined)?.reason === 'already_booked'
