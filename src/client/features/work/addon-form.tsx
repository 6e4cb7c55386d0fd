import { useRef, useState } from 'react'
import { newActionKey, useCall, useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { toast } from '#client/ui/toast.ts'
import type { Job } from '#shared/contract/jobs.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import { jobReads } from './job-cache.ts'
import { sayWorkFailure } from './say-work-failure.ts'

/** Adds something of the catalogue at its catalogue price, each once. */
export function AddonForm({ job }: { job: Job }) {
  const [chosen, setChosen] = useState('')
  const actionKey = useRef(newActionKey())
  const catalogue = useCall('GET /api/addon-services')
  const add = useWrite('POST /api/jobs/{id}/addons', {
    refreshes: ['GET /api/jobs/{id}', 'GET /api/jobs/{id}/addons', ...jobReads],
    onSuccess: (addon) => {
      choose('')
      toast({ title: t('Add-on Added'), description: addon.name })
    },
    onError: (error) => sayWorkFailure(error, t('Failed to Add Service'), ''),
  })
  const choose = (id: string) => {
    actionKey.current = newActionKey()
    setChosen(id)
  }
  const has = new Set(job.addons.map((addon) => addon.addonServiceId))
  const offered = (catalogue.data ?? []).filter(({ id }) => !has.has(id))
  if (offered.length === 0) return null
  return (
    <form
      noValidate
      className="flex items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!chosen || add.isPending) return
        add.mutate({
          params: { id: job.id },
          body: { addonServiceId: chosen, addedByTechnician: true },
          idempotencyKey: actionKey.current,
        })
      }}
    >
      <Field label={t('Add-on from the catalogue')} className="flex-1">
        <Select
          className="[&>select]:min-h-13"
          placeholder={t('Choose an add-on')}
          value={chosen}
          onChange={(event) => choose(event.target.value)}
          options={offered.map(({ id, name, price }) => ({
            value: id,
            label: `${name} · ${formatAmount(price)}`,
          }))}
        />
      </Field>
      <Button
        type="submit"
        size="large"
        pending={add.isPending}
        disabledReason={!chosen && t('Choose an add-on first')}
      >
        {t('Add')}
      </Button>
    </form>
  )
}
