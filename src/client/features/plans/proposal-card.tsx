import { useState } from 'react'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshAfter, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { toast } from '#client/ui/toast.ts'
import type { PlanVisit } from '#shared/contract/plans.ts'
import { formatAmount, formatDay, formatInstantDay, formatSlotStart } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

interface ProposalCardProps {
  visit: PlanVisit
  /** The period's id, or the secret of the message's link. */
  id: string
  /** Called with the page of the visit. */
  onBooked: (path: string) => void
}

/** A time that a plan proposes, to accept, move or skip. */
export function ProposalCard({ visit, id, onBooked }: ProposalCardProps) {
  const { timeZone } = useBusiness()
  const [asked, setAsked] = useState<'move' | 'skip' | null>(null)
  const [other, setOther] = useState<string | null>(null)
  const accept = useWrite('POST /api/plan-visits/{id}/accept', {
    onSuccess: ({ path }) => {
      toast({ title: t("You're Booked!") })
      onBooked(path)
    },
    onError: (error) => {
      refreshAfter('POST /api/plan-visits/{id}/accept')
      showFailure(t('This time could not be booked'), error)
    },
  })
  const skip = useWrite('POST /api/plan-visits/{id}/skip', {
    onSuccess: () => toast({ title: t('Service skipped') }),
    onError: (error) => showFailure(t('This service was not skipped'), error),
    onSettled: () => setAsked(null),
  })
  const { held, price, usualPrice, others } = visit
  if (!held) return null
  const seen = price === null ? {} : { seenPrice: price }
  const moved = others.find((one) => keyOf(one) === other)
  return (
    <Card title={t('Time for your next service')}>
      <p className="text-lg font-semibold">
        <VisitTime date={held.date} slot={held.time} />
      </p>
      <p>{`${visit.vehicle} · ${visit.packageName}`}</p>
      <p className="text-sm text-soft">{visit.serviceAddress}</p>
      {price && (
        <p className="mt-2">
          {usualPrice && usualPrice !== price
            ? t('{price} with {plan}, instead of {usual}', {
                price: formatAmount(price),
                plan: visit.plan,
                usual: formatAmount(usualPrice),
              })
            : t('Price: {price}', { price: formatAmount(price) })}
        </p>
      )}
      <p className="text-sm text-soft">
        {t('Held for you until {date}.', { date: formatInstantDay(held.until, timeZone) })}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          variant="primary"
          pending={accept.isPending && !asked}
          onClick={() => accept.mutate({ params: { id }, body: seen })}
        >
          {t('Accept')}
        </Button>
        {others.length > 0 && (
          <Button aria-expanded={asked === 'move'} onClick={() => setAsked('move')}>
            {t('Another time')}
          </Button>
        )}
        <Button onClick={() => setAsked('skip')}>{t('Skip')}</Button>
      </div>
      {asked === 'move' && (
        <div className="mt-5">
          <RadioCards
            legend={t('Other times')}
            compact
            columns={3}
            value={other}
            onChange={setOther}
            options={others.map((one) => ({
              value: keyOf(one),
              title: formatSlotStart(one.time),
              description: formatDay(one.date),
            }))}
          />
          <Button
            className="mt-4"
            variant="primary"
            pending={accept.isPending}
            disabledReason={!moved && t('Please select a time')}
            onClick={() => moved && accept.mutate({ params: { id }, body: { ...seen, ...moved } })}
          >
            {t('Book this time')}
          </Button>
        </div>
      )}
      {asked === 'skip' && (
        <ConfirmDialog
          onClose={() => setAsked(null)}
          title={t('Skip the next service?')}
          description={t('Nothing is charged. {plan} continues with the service after it.', {
            plan: visit.plan,
          })}
          confirmLabel={t('Skip')}
          pending={skip.isPending}
          onConfirm={() => skip.mutate({ params: { id } })}
        />
      )}
    </Card>
  )
}

const keyOf = ({ date, time }: { date: string; time: string }) => `${date} ${time}`
