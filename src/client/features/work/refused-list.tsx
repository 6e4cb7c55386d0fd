import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { t, translate } from '#shared/texts/t.ts'
import { describeWorkChange } from '#client/app/work/describe-work-change.ts'
import { useWaiting, workOutbox } from '#client/app/work/work-outbox.ts'

interface RefusedListProps {
  refused: ReturnType<typeof useWaiting>['entries']
  sending: boolean
  /** Whether later changes to the job wait for them. */
  isHolding: boolean
}

export default function RefusedList({ refused, sending, isHolding }: RefusedListProps) {
  return refused.map(({ key, change, refused: reason = '', why }) => {
    const { what, entered } = describeWorkChange(change)
    const meant =
      why === 'confirm' && change.kind === 'measurements'
        ? { ...change, body: { ...change.body, confirmed: true } }
        : undefined
    return (
      <Banner
        key={key}
        tone="error"
        live
        title={t('Not accepted: {change}', { change: what })}
        action={
          <span className="flex flex-wrap gap-2">
            <Button pending={sending} onClick={() => void workOutbox.retry(key, meant)}>
              {meant ? t('Yes, {readings}', { readings: entered ?? '' }) : t('Try again')}
            </Button>
            <Button onClick={() => void workOutbox.discard(key)}>{t('Discard')}</Button>
          </span>
        }
      >
        {translate(reason)}
        {entered && <q className="mt-1 block whitespace-pre-wrap">{entered}</q>}
        {isHolding && (
          <span className="mt-1 block">
            {t('Later changes to this job wait until you decide.')}
          </span>
        )}
      </Banner>
    )
  })
}
