import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { BottomBar } from '#client/ui/bottom-bar.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Money } from '#client/ui/money.tsx'
import { centsFromDollars } from '#shared/rules/money.ts'
import { cheapestOf } from '#shared/rules/packages.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatCents, formatVisit } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import AddressFields from '../address-fields.tsx'
import PromotionField from '../promotion-field.tsx'
import { Folded, showQuestion } from '../question.tsx'
import { AnotherCar, CallerCar, CallerTime, type NoneSuits, Part } from './caller-car-and-time.tsx'
import { CallerGuide } from './caller-guide.tsx'
import type { CallerBooking, CallerVisitProps } from './use-caller-booking.ts'
import { CallerPicker } from './caller-picker.tsx'

interface CallerFormProps {
  shell: CallerBooking
  noneSuits?: NoneSuits
}

export function CallerForm({ shell, noneSuits }: CallerFormProps) {
  const { booking, send, pending, loading } = shell
  const { visits, editing, moves, zipCheck, failure } = booking
  const form = useRef<HTMLFormElement>(null)
  const visit = visits.find(({ key }) => key === editing)

  const goOn = () => {
    if (pending || booking.promotion.isChecking || !zipCheck.mayPass() || !booking.goOn()) return
    booking.beginTry()
    send()
  }
  const goOnAfterWaiting = useEffectEvent(goOn)
  useEffect(() => {
    if (zipCheck.ends > 0) goOnAfterWaiting()
  }, [zipCheck.ends])

  // Scroll only after a step and once its target is loaded, never while the user is answering.
  useEffect(() => {
    if (moves > 0 && !loading) showQuestion(form.current)
  }, [moves, loading])

  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    goOn()
  }
  return (
    <>
      <form
        ref={form}
        noValidate
        onKeyDown={press}
        onSubmit={(event) => {
          event.preventDefault()
          goOn()
        }}
        className="grid items-start gap-4 lg:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_18rem]"
      >
        <div className="min-w-0 space-y-4">
          <div data-open-question={booking.open === 'who' || undefined}>
            <CallerPicker shell={shell} />
          </div>
          {visits.length > 1 &&
            visits
              .filter(({ key }) => key !== editing)
              .map((one) => <OtherVisit key={one.key} shell={shell} visit={one} />)}
          {visit && <CallerCar key={visit.key} shell={shell} visit={visit} />}
          <AnotherCar shell={shell} />
        </div>
        <div className="min-w-0 space-y-4">
          {visit && (
            <CallerTime key={visit.key} shell={shell} visit={visit} noneSuits={noneSuits} />
          )}
          <Part shell={shell} question="address">
            <AddressFields booking={booking} />
          </Part>
          <PromotionField booking={booking} />
          {failure && (
            <Banner tone="error" live title={t('Booking Failed')}>
              {failure}
            </Banner>
          )}
        </div>
        <div className="min-w-0 lg:col-span-2 xl:sticky xl:top-20 xl:col-span-1">
          <CallerGuide shell={shell} />
        </div>
        <BottomBar wide summary={<Summary booking={booking} />}>
          <Button
            type="submit"
            variant="primary"
            pending={pending || zipCheck.isWaiting}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            // Ignore the second click of a double click.
            onClick={(event) => event.detail > 1 && event.preventDefault()}
          >
            {t('Create Booking')}
          </Button>
        </BottomBar>
      </form>
      {shell.leavingQuestion}
      {shell.limitQuestion}
    </>
  )
}

function OtherVisit({ shell: { booking }, visit }: CallerVisitProps) {
  const { key, car, date, time, cents } = visit
  const name = (car && vehicleName(car).trim()) || t('No car chosen')
  return (
    <div className="flex items-center gap-1">
      <Folded
        title={name}
        answer={
          <>
            {date && time ? <VisitTime date={date} slot={time} /> : t('No time chosen')}
            <Money cents={cents} className="block text-sm" />
          </>
        }
        onOpen={() => booking.show('vehicle', { key })}
      />
      <IconButton
        icon={<X />}
        label={t('Remove {vehicle}', { vehicle: name })}
        onClick={() => booking.removeVisit(key)}
      />
    </div>
  )
}

function Summary({
  booking: { visits, totalCents, payCents, taxCents, offer },
}: Pick<CallerBooking, 'booking'>) {
  const cheapest = cheapestOf(offer.packages)
  const times = visits.flatMap(({ date, time }) => (date && time ? formatVisit(date, time) : []))
  return (
    <>
      <span className="block text-lg leading-tight font-semibold tabular-nums">
        {totalCents === 0 && cheapest
          ? t('From {price}', { price: formatCents(centsFromDollars(cheapest.basePrice)) })
          : formatCents(payCents)}
      </span>
      <span className="line-clamp-2 text-sm text-soft">
        {taxCents > 0 && `${t('with sales tax')} · `}
        {times.length > 0 ? times.join(' · ') : t('No time chosen')}
      </span>
    </>
  )
}
