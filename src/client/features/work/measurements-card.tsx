import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/facts.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { leastQuarts, mostMiles, mostQuarts } from '#shared/rules/measurements.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { makeChange } from '#client/app/work/make-change.ts'
import { sayWorkFailure } from '#client/app/work/say-work-failure.ts'

/** What the odometer shows and how much new oil went in. */
export function MeasurementsCard({ job, locked }: { job: Job; locked: boolean }) {
  return (
    <Card title={t('Measurements')}>
      {locked ? <Measured job={job} /> : <MeasurementsForm job={job} />}
    </Card>
  )
}

function Measured({ job: { odometerMiles, filledQuarts } }: { job: Job }) {
  const none = t('Not measured')
  return (
    <Facts
      items={[
        {
          label: t('Odometer'),
          value:
            odometerMiles === null ? none : t('{miles} mi', { miles: formatNumber(odometerMiles) }),
        },
        {
          label: t('New oil'),
          value:
            filledQuarts === null ? none : t('{quarts} qt', { quarts: formatNumber(filledQuarts) }),
        },
      ]}
    />
  )
}

function MeasurementsForm({ job }: { job: Job }) {
  const [miles, setMiles] = useState<string | null>(null)
  const [quarts, setQuarts] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const odometerMiles = changed(miles, job.odometerMiles)
  const filledQuarts = changed(quarts, job.filledQuarts)
  const milesProblem =
    odometerMiles !== undefined &&
    !(Number.isInteger(odometerMiles) && odometerMiles >= 0 && odometerMiles <= mostMiles) &&
    t('Please enter the whole miles on the odometer')
  const quartsProblem =
    filledQuarts !== undefined &&
    !(filledQuarts >= leastQuarts && filledQuarts <= mostQuarts) &&
    t('Please check the quarts')
  const nothing = odometerMiles === undefined && filledQuarts === undefined
  const save = async () => {
    setSaving(true)
    const body = {
      ...(odometerMiles !== undefined && { odometerMiles }),
      ...(filledQuarts !== undefined && { filledQuarts }),
    }
    const safe = await makeChange(
      job.id,
      { kind: 'measurements', body },
      {
        refused: (error) =>
          sayWorkFailure(error, t('Error'), t('The measurements were not saved.')),
        success: { title: t('Success'), description: t('Measurements saved') },
      },
    )
    setSaving(false)
    if (!safe) return
    setMiles(null)
    setQuarts(null)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!nothing && !milesProblem && !quartsProblem && !saving) void save()
      }}
    >
      <div className="grid grid-cols-2 gap-4">
        <Field label={t('Odometer')} error={milesProblem || undefined}>
          <TextInput
            className="min-h-13!"
            inputMode="numeric"
            after={t('mi')}
            value={miles ?? job.odometerMiles?.toString() ?? ''}
            onChange={(event) => setMiles(event.target.value)}
          />
        </Field>
        <Field label={t('New oil')} error={quartsProblem || undefined}>
          <TextInput
            className="min-h-13!"
            inputMode="decimal"
            after={t('qt')}
            value={quarts ?? job.filledQuarts?.toString() ?? ''}
            onChange={(event) => setQuarts(event.target.value)}
          />
        </Field>
      </div>
      <Button
        type="submit"
        wide
        size="large"
        className="mt-3"
        pending={saving}
        disabledReason={
          nothing
            ? t('Enter the miles or the quarts first')
            : milesProblem || quartsProblem || undefined
        }
      >
        {t('Save measurements')}
      </Button>
    </form>
  )
}

/** What was typed as a number (NaN when it is none); undefined when nothing was, or it says what is saved. */
function changed(typed: string | null, saved: number | null): number | undefined {
  const plain = typed?.replaceAll(',', '').trim()
  if (!plain || Number(plain) === saved) return undefined
  return Number(plain)
}
