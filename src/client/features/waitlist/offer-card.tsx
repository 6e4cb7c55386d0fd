import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#client/app/call.ts'
import { askApart } from '#client/app/ask-apart.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { PromotionDialog } from '#client/app/ask-about-promotion.tsx'
import { refreshAfter, useApi } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { VisitTime } from '#client/app/visit-time.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { toast } from '#client/ui/toast.ts'
import type { WaitlistOffer } from '#shared/contract/waitlist.ts'
import { formatAmount, formatTime, formatVisit } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

type Answered = { jobId: string; path: string }

interface OfferCardProps {
  offer: WaitlistOffer
  /** The offer's id, or the secret of the message's link. */
  id?: string
  onAccepted: (answer: Answered) => void
  onDeclined?: () => void
}

/** A held time, to accept or decline. */
export function OfferCard({ offer, id = offer.id, onAccepted, onDeclined }: OfferCardProps) {
  const { timeZone } = useBusiness()
  const call = useApi()
  const [declining, setDeclining] = useState(false)
  const accept = useMutation<Answered, CallError>({
    mutationFn: () => acceptOffer(call, id, offer),
    onSuccess: (answer) => {
      refreshAfter('POST /api/waitlist/offers/{id}/accept')
      toast({ title: offer.visit ? t('Your visit was moved') : t("You're Booked!") })
      onAccepted(answer)
    },
    onError: (error) => {
      refreshAfter('POST /api/waitlist/offers/{id}/accept')
      showFailure(t('This time could not be accepted'), error)
    },
  })
  const decline = useMutation<unknown, CallError>({
    mutationFn: () => call('POST /api/waitlist/offers/{id}/decline', { params: { id } }),
    onSuccess: () => {
      setDeclining(false)
      onDeclined?.()
    },
    onError: (error) => {
      setDeclining(false)
      showFailure(t('This time could not be declined'), error)
    },
    onSettled: () => refreshAfter('POST /api/waitlist/offers/{id}/decline'),
  })
  return (
    <Card title={offer.visit ? t('An earlier time is available') : t('A time is available')}>
      <p className="text-lg font-semibold">
        <VisitTime date={offer.date} slot={offer.time} />
      </p>
      <p>{[offer.vehicle, offer.packageName].filter(Boolean).join(' · ')}</p>
      <p className="text-sm text-soft">{offer.serviceAddress}</p>
      <p className="mt-2">
        {offer.visit
          ? t('Instead of {time}. The price stays the same.', {
              time: formatVisit(offer.visit.date, offer.visit.time),
            })
          : offer.price
            ? t('Price: {price}', { price: formatAmount(offer.price) })
            : ''}
      </p>
      <p className="text-sm text-soft">
        {t('Held for you until {time}. Then it goes to the next customer.', {
          time: formatTime(offer.expiresAt, timeZone),
        })}
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" pending={accept.isPending} onClick={() => accept.mutate()}>
          {offer.visit ? t('Move my visit') : t('Book this time')}
        </Button>
        <Button pending={decline.isPending} onClick={() => setDeclining(true)}>
          {t('No, thanks')}
        </Button>
      </div>
      {declining && (
        <ConfirmDialog
          onClose={() => setDeclining(false)}
          title={t('Decline this time?')}
          description={t('It goes to the next customer. You stay on the waitlist for other times.')}
          confirmLabel={t('Decline')}
          pending={decline.isPending}
          onConfirm={() => decline.mutate()}
        />
      )}
    </Card>
  )
}

/** Asks what to do with a promotion code the new day does not allow, as moving a visit does. */
async function acceptOffer(
  call: ReturnType<typeof useApi>,
  id: string,
  { price }: WaitlistOffer,
): Promise<Answered> {
  const send = (body: object) =>
    call('POST /api/waitlist/offers/{id}/accept', { params: { id }, body })
  const seen = price === null ? {} : { seenPrice: price }
  try {
    return await send(seen)
  } catch (error) {
    const { reason, restores = false } =
      error instanceof CallError ? ((error.details ?? {}) as Details) : {}
    if (!(error instanceof CallError) || reason !== 'promotion') throw error
    const promotion = await askApart<'keep' | 'drop' | null>((answer) => (
      <PromotionDialog
        words={translate(error.message)}
        mayKeep={restores}
        restores={restores}
        answer={answer}
      />
    ))
    if (!promotion) throw error
    return send({ ...seen, promotion })
  }
}

type Details = { reason?: string; restores?: boolean }
