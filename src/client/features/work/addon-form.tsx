import { useState } from 'react'
import { useCall } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Job } from '#shared/contract/jobs.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { makeChange } from '#client/app/work/make-change.ts'
import { sayWorkFailure } from '#client/app/work/say-work-failure.ts'

/** Adds something of the catalog at its catalog price, each once. */
export function AddonForm({ job }: { job: Job }) {
  const [chosen, setChosen] = useState('')
  const [adding, setAdding] = useState(false)
  const catalog = useCall('GET /api/addon-services')
  const has = new Set(job.addons.map((addon) => addon.addonServiceId))
  const offered = (catalog.data ?? []).filter(({ id }) => !has.has(id))
  const add = async () => {
    const addon = offered.find(({ id }) => id === chosen)
    if (!addon) return
    const { id: addonServiceId, name, price } = addon
    setAdding(true)
    const safe = await makeChange(
      job.id,
      { kind: 'addon', body: { addonServiceId, addedByTechnician: true }, name, price },
      {
        refused: (error) => sayWorkFailure(error, t('Failed to Add Service'), ''),
        success: { title: t('Add-on Added'), description: name },
      },
    )
    setAdding(false)
    if (safe) setChosen('')
  }
  if (offered.length === 0) return null
  return (
    <form
      noValidate
      className="flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!adding) void add()
      }}
    >
      <Field label={t('Add-on from the catalog')} className="flex-1">
        <Select
          className="[&>select]:min-h-13"
          placeholder={t('Choose an add-on')}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={offered.map(({ id, name, price }) => ({
            value: id,
            label: `${name} · ${formatAmount(price)}`,
          }))}
        />
      </Field>
      <Button
        type="submit"
        size="large"
        pending={adding}
        disabledReason={!chosen && t('Choose an add-on first')}
      >
        {t('Add')}
      </Button>
    </form>
  )
}
