import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { type Job, Measurements } from '#shared/contract/jobs.ts'
import { askAboutMiles, insistOnMiles } from '#client/app/ask-about-miles.ts'
import { measurementsDraft } from './drafts.ts'
import { UsedProducts } from './used-products.tsx'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

export function MeasurementsCard({ job, locked }: { job: Job; locked: boolean }) {
  return (
    <Card title={t('Measurements')}>
      {locked ? (
        <Measured job={job} />
      ) : (
        <>
          <MeasurementsForm job={job} />
          <UsedProducts job={job} />
        </>
      )}
    </Card>
  )
}

function Measured({ job: { odometerMiles, filledQuarts } }: { job: Job }) {
  const miles = odometerMiles !== null && t('{miles} mi', { miles: formatNumber(odometerMiles) })
  const quarts = filledQuarts !== null && t('{quarts} qt', { quarts: formatNumber(filledQuarts) })
  return (
    <Facts
      items={[
        { label: t('Odometer'), value: miles || t('Not measured') },
        { label: t('New oil'), value: quarts || t('Not measured') },
      ]}
    />
  )
}

function MeasurementsForm({ job }: { job: Job }) {
  return (
    <PageForm
      schema={Measurements}
      draft={measurementsDraft(job.id)}
      send={(typed) =>
        makeChange({
          jobId: job.id,
          change: {
            kind: 'measurements',
            body: { ...changedOnly(typed, job), ...meant(typed, job) },
          },
          refused: (error) => {
            if (insistOnMiles(error, typed.odometerMiles, typed)) throw error
            showWorkFailure(t('The measurements were not saved.'))(error)
          },
          success: { title: t('Success'), description: t('Measurements saved') },
        })
      }
      defaultValues={{
        odometerMiles: job.odometerMiles ?? undefined,
        filledQuarts: job.filledQuarts ?? undefined,
      }}
      confirm={(typed) => askAboutMiles(changedOnly(typed, job).odometerMiles, job.lastReading)}
      insist={(error, typed) => insistOnMiles(error, typed.odometerMiles, typed)}
      disabledReason={(typed) =>
        Object.keys(changedOnly(typed, job)).length === 0 &&
        t('Enter the miles or the quarts first')
      }
      className="space-y-3"
    >
      {({ NumberField }) => {
        const look = { optional: false, big: true }
        return (
          <>
            <div className="grid grid-cols-2 gap-4">
              <NumberField {...look} name="odometerMiles" label={t('Odometer')} after={t('mi')} />
              <NumberField
                {...look}
                name="filledQuarts"
                label={t('New oil')}
                inputMode="decimal"
                after={t('qt')}
              />
            </div>
            <SubmitButton variant="secondary" wide size="large">
              {t('Save measurements')}
            </SubmitButton>
          </>
        )
      }}
    </PageForm>
  )
}

type Typed = {
  odometerMiles?: number | undefined
  filledQuarts?: number | undefined
  confirmed?: boolean | undefined
}

/** Sent after the form, or the server, has asked about the miles. */
const meant = ({ odometerMiles, confirmed }: Typed, { lastReading }: Job) =>
  (confirmed || askAboutMiles(odometerMiles, lastReading)) && { confirmed: true }

/** Typed values that differ from the visit's; empty fields change nothing. */
function changedOnly({ odometerMiles, filledQuarts }: Typed, job: Job): Typed {
  return {
    ...(odometerMiles !== undefined && odometerMiles !== job.odometerMiles && { odometerMiles }),
    ...(filledQuarts !== undefined && filledQuarts !== job.filledQuarts && { filledQuarts }),
  }
}
