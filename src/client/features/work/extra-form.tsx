import { useState } from 'react'
import { useBusiness } from '#client/app/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { type ExtraType, extraTypeIds, extraTypes, needsApproval } from '#shared/rules/extras.ts'
import { formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { chooseExtraType, completeExtra, emptyExtra, type ExtraDraft } from './extra-draft.ts'
import { makeChange } from '#client/app/work/make-change.ts'
import { sayWorkFailure } from '#client/app/work/say-work-failure.ts'
import { QuantityField } from './quantity-field.tsx'

/** Charges something that was not part of the booking. */
export function ExtraForm({ jobId }: { jobId: string }) {
  const [draft, setDraft] = useState<ExtraDraft>(emptyExtra)
  const [adding, setAdding] = useState(false)
  const body = completeExtra(draft)
  const { extraApprovalAboveCents } = useBusiness()
  const asks = (body && needsApproval(body.totalCents, extraApprovalAboveCents)) ?? false
  const add = async () => {
    if (!body) return
    setAdding(true)
    const safe = await makeChange(
      jobId,
      { kind: 'extra', body: body.form, asks },
      {
        refused: (error) =>
          sayWorkFailure(error, t('Error'), t('Failed to add extra service. Please try again.')),
        success: { title: t('Success'), description: t('Extra service added successfully') },
      },
    )
    setAdding(false)
    if (safe) setDraft(emptyExtra)
  }
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!adding) void add()
      }}
    >
      <Field label={t('Service type')}>
        <Select
          className="[&>select]:min-h-12"
          placeholder={t('Choose a type')}
          value={draft.serviceType}
          onChange={(event) => setDraft(chooseExtraType(draft, event.target.value as ExtraType))}
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
          onChange={(event) => setDraft({ ...draft, description: event.target.value })}
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
            onChange={(event) => setDraft({ ...draft, unitPrice: event.target.value })}
          />
        </Field>
        <QuantityField
          value={draft.quantity}
          onChange={(quantity) => setDraft({ ...draft, quantity })}
        />
      </div>
      {asks && (
        <p className="text-sm text-soft">
          {t('Above {amount} the customer is asked first; it is charged when they agree.', {
            amount: formatCents(extraApprovalAboveCents),
          })}
        </p>
      )}
      <Button
        type="submit"
        wide
        size="large"
        pending={adding}
        disabledReason={!body && t('Choose a type and fill in price and description first')}
      >
        {t('Add extra')}
      </Button>
    </form>
  )
}
