import { useRef, useState } from 'react'
import { newActionKey, useWrite } from '#client/app/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import { type ExtraType, extraTypeIds, extraTypes } from '#shared/rules/extras.ts'
import { t, translate } from '#shared/texts/t.ts'
import { chooseExtraType, completeExtra, emptyExtra, type ExtraDraft } from './extra-draft.ts'
import { jobReads } from './job-cache.ts'
import { QuantityField } from './quantity-field.tsx'
import { sayWorkFailure } from './say-work-failure.ts'

/** Charges something that was not part of the booking. */
export function ExtraForm({ jobId }: { jobId: string }) {
  const [draft, setDraft] = useState<ExtraDraft>(emptyExtra)
  const actionKey = useRef(newActionKey())
  const add = useWrite('POST /api/jobs/{id}/extras', {
    refreshes: ['GET /api/jobs/{id}', 'GET /api/jobs/{id}/extras', ...jobReads],
    onSuccess: () => {
      change(emptyExtra)
      toast({ title: t('Success'), description: t('Extra service added successfully') })
    },
    onError: (error) =>
      sayWorkFailure(error, t('Error'), t('Failed to add extra service. Please try again.')),
  })
  // Another extra is another action; only a retry of the same one keeps its key.
  const change = (next: ExtraDraft) => {
    actionKey.current = newActionKey()
    setDraft(next)
  }
  const body = completeExtra(draft)
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (body && !add.isPending)
          add.mutate({ params: { id: jobId }, body, idempotencyKey: actionKey.current })
      }}
    >
      <Field label={t('Service type')}>
        <Select
          className="[&>select]:min-h-12"
          placeholder={t('Choose a type')}
          value={draft.serviceType}
          onChange={(event) => change(chooseExtraType(draft, event.target.value as ExtraType))}
          options={extraTypeIds.map((id) => ({
            value: id,
            label: translate(extraTypes[id].label),
          }))}
        />
      </Field>
      <Field label={t('Description')}>
        <TextInput
          className="min-h-12!"
          maxLength={200}
          value={draft.description}
          onChange={(event) => change({ ...draft, description: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-4">
        <Field label={t('Price each')} className="min-w-32 flex-1">
          <TextInput
            className="min-h-13!"
            type="number"
            inputMode="decimal"
            min={0}
            step={0.01}
            before="$"
            value={draft.unitPrice}
            onChange={(event) => change({ ...draft, unitPrice: event.target.value })}
          />
        </Field>
        <QuantityField
          value={draft.quantity}
          onChange={(quantity) => change({ ...draft, quantity })}
        />
      </div>
      <Button
        type="submit"
        wide
        size="large"
        pending={add.isPending}
        disabledReason={!body && t('Choose a type and fill in price and description first')}
      >
        {t('Add extra')}
      </Button>
    </form>
  )
}
