import { LoadFailure } from '#client/app/call-failure.tsx'
import { useState } from 'react'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { makeChange, showWorkFailure } from '#client/app/work/make-change.ts'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { AddonForm as schema } from '#shared/contract/charges.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { AskForAnswer } from './ask-for-answer.tsx'
import { ChargeList } from './charge-list.tsx'
import { DeclinedBefore } from './declined-before.tsx'
import { ExtraForm } from './extra-form.tsx'
import { useExtras } from './use-extras.ts'

interface ChargesCardProps {
  job: Job
  locked: boolean
  /** Shown when locked, to point to another way. */
  over?: string | undefined
  /** Hides the forms until requested. */
  folded?: boolean
}

export function ChargesCard({ job, locked, over, folded = false }: ChargesCardProps) {
  const [adding, setAdding] = useState(!folded)
  const { extras, shown } = useExtras(job.id)
  return (
    <Card title={t('Extras & Additional Charges')}>
      {extras.isPending && <Skeleton lines={2} />}
      <LoadFailure title={t('The extras could not be loaded')} call={extras} />
      {(extras.data || shown.length > 0) && <ChargeList job={job} locked={locked} />}
      {!locked && <AskForAnswer job={job} />}
      {!locked && <DeclinedBefore jobId={job.id} />}
      {locked ? (
        <p className="mt-4 text-soft">{over ?? t('Charges can no longer be added.')}</p>
      ) : !adding ? (
        <SmallButton className="mt-4" onClick={() => setAdding(true)}>
          {t('Add an extra or add-on')}
        </SmallButton>
      ) : (
        <div
          ref={folded ? focusFirst : undefined}
          className="mt-5 space-y-6 border-t border-line pt-5"
        >
          <ExtraForm jobId={job.id} />
          <AddonForm job={job} />
        </div>
      )}
    </Card>
  )
}

/** The pressed button is gone; move its focus. */
const focusFirst = (forms: HTMLElement | null) => forms?.querySelector('select')?.focus()

/** Adds a catalog item at its catalog price, each at most once. */
function AddonForm({ job }: { job: Job }) {
  const catalog = useCall('GET /api/addon-services')
  const { asks, aboveCents, adding } = useExtras(job.id)
  const has = new Set(job.addons.map((addon) => addon.addonServiceId))
  const offered = (catalog.data ?? []).filter(({ id }) => !has.has(id))
  const add = async (addonServiceId: string) => {
    const addon = offered.find(({ id }) => id === addonServiceId)
    if (!addon) return false
    const { name, price, taxable } = addon
    if (asks({ unitPrice: price })) {
      const line = { serviceType: 'other', description: name, unitPrice: price } as const
      return makeChange({
        jobId: job.id,
        // Above the limit the customer must approve it, like any extra.
        change: adding(line, { isOffered: true, product: addon }),
        refused: showWorkFailure('', t('Failed to Add Service')),
        success: { title: t('The customer is asked'), description: name },
      })
    }
    return makeChange({
      jobId: job.id,
      change: {
        kind: 'addon',
        body: { addonServiceId, addedByTechnician: true },
        name,
        price,
        taxable,
      },
      refused: showWorkFailure('', t('Failed to Add Service')),
      success: { title: t('Add-on Added'), description: name },
    })
  }
  if (offered.length === 0) return null
  const priceOf = (chosen: string | undefined) => offered.find(({ id }) => id === chosen)?.price
  return (
    <PageForm
      schema={schema}
      send={({ addonServiceId }) => add(addonServiceId)}
      defaultValues={{}}
      disabledReason={({ addonServiceId }) => !addonServiceId && t('Choose an add-on first')}
      startOver
      className="flex flex-wrap items-end gap-3"
    >
      {({ SelectField }, { addonServiceId }) => (
        <>
          <SelectField
            name="addonServiceId"
            label={t('Add-on from the catalog')}
            className="min-w-40 flex-1"
            big
            placeholder={t('Choose an add-on')}
            options={offered.map(({ id, name, price }) => ({
              value: id,
              label: `${name} · ${formatAmount(price)}`,
            }))}
          />
          <SubmitButton variant="secondary" size="large">
            {t('Add')}
          </SubmitButton>
          {asks({ unitPrice: priceOf(addonServiceId) }) && (
            <p role="status" className="basis-full text-sm text-soft">
              {t(
                'With this, unapproved extras are over {amount}. We ask the customer first, and charge it only if they agree.',
                { amount: formatCents(aboveCents) },
              )}
            </p>
          )}
        </>
      )}
    </PageForm>
  )
}
