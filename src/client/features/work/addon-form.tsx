import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { makeChange } from '#client/app/work/make-change.ts'
import { showWorkFailure } from '#client/app/work/show-work-failure.ts'
import { AddonForm as schema, type Job } from '#shared/contract/jobs.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Adds something of the catalog at its catalog price, each once. */
export function AddonForm({ job }: { job: Job }) {
  const catalog = useCall('GET /api/addon-services')
  const has = new Set(job.addons.map((addon) => addon.addonServiceId))
  const offered = (catalog.data ?? []).filter(({ id }) => !has.has(id))
  const add = async (addonServiceId: string) => {
    const addon = offered.find(({ id }) => id === addonServiceId)
    if (!addon) return false
    const { name, price } = addon
    return makeChange({
      jobId: job.id,
      change: { kind: 'addon', body: { addonServiceId, addedByTechnician: true }, name, price },
      refused: showWorkFailure('', t('Failed to Add Service')),
      success: { title: t('Add-on Added'), description: name },
    })
  }
  if (offered.length === 0) return null
  return (
    <PageForm
      schema={schema}
      send={({ addonServiceId }) => add(addonServiceId)}
      defaultValues={{}}
      disabledReason={({ addonServiceId }) => !addonServiceId && t('Choose an add-on first')}
      startAnew
      className="flex items-end gap-3"
    >
      {({ SelectField }) => (
        <>
          <SelectField
            name="addonServiceId"
            label={t('Add-on from the catalog')}
            className="flex-1"
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
        </>
      )}
    </PageForm>
  )
}
