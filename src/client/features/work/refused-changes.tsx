import { Suspense } from 'react'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/load-part.ts'
import { t, translate } from '#shared/texts/t.ts'
import { describeChange } from '#client/app/work/describe-change.ts'
import { isMoved } from '#client/app/work/waiting-changes.ts'
import { useWaiting, workOutbox } from '#client/app/work/work-outbox.ts'

const TakenAway = lazyPart(() => import('./taken-away.tsx'))

/** What the server did not accept of this job's changes, with what was entered, until somebody decides. */
export function RefusedChanges({ jobId }: { jobId: string }) {
  const { entries, sending } = useWaiting()
  if (entries.some((entry) => entry.jobId === jobId && isMoved(entry)))
    return (
      <Suspense>
        <TakenAway jobId={jobId} />
      </Suspense>
    )
  const own = entries.filter((entry) => entry.jobId === jobId)
  const refused = own.filter((entry) => entry.refused !== undefined)
  const held = own.length - refused.length
  return refused.map(({ key, change, refused: reason = '' }) => {
    const { what, entered } = describeChange(change)
    return (
      <Banner
        key={key}
        tone="error"
        live
        title={t('Not accepted: {change}', { change: what })}
        action={
          <span className="flex flex-wrap gap-2">
            <Button pending={sending} onClick={() => void workOutbox.retry(key)}>
              {t('Try again')}
            </Button>
            <Button onClick={() => void workOutbox.discard(key)}>{t('Discard')}</Button>
          </span>
        }
      >
        {translate(reason)}
        {entered && <q className="mt-1 block whitespace-pre-wrap">{entered}</q>}
        {held > 0 && (
          <span className="mt-1 block">
            {t('Later changes to this job wait until you decide.')}
          </span>
        )}
      </Banner>
    )
  })
}
