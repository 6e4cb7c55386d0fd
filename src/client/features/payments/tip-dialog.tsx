import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LinkButton } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { TipForm, tipTitle, tipWords, useTip } from './tip-form.tsx'

/** Asks for a tip after one's own visit; another card is entered on the payment page. */
export default function TipDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  const due = useCall('GET /api/payments/due/{jobId}', { params: { jobId: job.id } })
  const tipping = useTip(job.id, onClose)
  return (
    <Dialog onClose={onClose} size="small" title={tipTitle(job)} description={tipWords()}>
      <Loaded
        parts={[due]}
        loading={<Skeleton className="h-48 w-full" />}
        failed={t('The payment page could not be loaded')}
      >
        {({ card }) => (
          <TipForm
            job={job}
            card={card}
            tipping={tipping}
            onNo={onClose}
            otherCard={() => (
              <LinkButton wide href={paths.tip(job.id)}>
                {card ? t('Use another card') : t('Enter a card')}
              </LinkButton>
            )}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
