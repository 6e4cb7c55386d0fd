import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { t, translate } from '#shared/texts/t.ts'
import { AddonForm } from './addon-form.tsx'
import { ChargeList } from './charge-list.tsx'
import { ExtraForm } from './extra-form.tsx'
import { useExtras } from './use-extras.ts'

interface ChargesCardProps {
  job: Job
  locked: boolean
  /** Said once it is locked, where there is another way. */
  over?: string | undefined
}

/** Everything charged on top of the package, and the forms to charge more. */
export function ChargesCard({ job, locked, over }: ChargesCardProps) {
  const { extras, shown } = useExtras(job.id)
  return (
    <Card title={t('Extras & Additional Charges')}>
      {extras.isPending && <Skeleton lines={2} />}
      {extras.isError && !extras.data && (
        <Banner
          tone="error"
          title={t('The extras could not be loaded')}
          action={
            <Button onClick={() => void extras.refetch()} pending={extras.isFetching}>
              {t('Try again')}
            </Button>
          }
        >
          {translate(extras.error.message)}
        </Banner>
      )}
      {(extras.data || shown.length > 0) && <ChargeList job={job} locked={locked} />}
      {locked ? (
        <p className="mt-4 text-soft">{over ?? t('Charges can no longer be added.')}</p>
      ) : (
        <div className="mt-5 space-y-6 border-t border-line pt-5">
          <ExtraForm jobId={job.id} />
          <AddonForm job={job} />
        </div>
      )}
    </Card>
  )
}
