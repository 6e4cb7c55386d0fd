import { useEffect, useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { usePerson } from '#client/app/session.ts'
import { whenIdle } from '#client/app/when-idle.ts'
import { SmallButton } from '#client/ui/button.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { t } from '#shared/texts/t.ts'
import type { AnswerDialogProps } from './answer-dialog.tsx'
import { unanswered, useExtras } from './use-extras.ts'

const AnswerDialog = lazyDialog<AnswerDialogProps>(() => import('./answer-dialog.tsx'))

/** The ways to record what a customer answers who does not use the link: their signature here, or a call. */
export function AskForAnswer({ job }: { job: Job }) {
  const { shown } = useExtras(job.id)
  const { role } = usePerson()
  const [asked, setAsked] = useState<Pick<AnswerDialogProps, 'estimateId' | 'method'> | null>(null)
  // Preload, because it is needed offline.
  const isTechnician = role === 'technician'
  useEffect(() => (isTechnician ? whenIdle(AnswerDialog.preload) : undefined), [isTechnician])
  const estimateIds = new Set(unanswered(shown).flatMap(({ estimateId = [] }) => estimateId))
  return (
    <>
      {[...estimateIds].map((estimateId) => (
        <p key={estimateId} className="mt-3 flex flex-wrap gap-2">
          <span className="basis-full text-sm font-normal text-soft">
            {t('Take their answer here:')}
          </span>
          {isTechnician && (
            <SmallButton onClick={() => setAsked({ estimateId, method: 'signature' })}>
              {t('Sign here')}
            </SmallButton>
          )}
          <SmallButton onClick={() => setAsked({ estimateId, method: 'phone' })}>
            {t('Record a call')}
          </SmallButton>
        </p>
      ))}
      {asked && <AnswerDialog {...asked} job={job} onClose={() => setAsked(null)} />}
    </>
  )
}
