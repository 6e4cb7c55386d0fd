import { Minus, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { makeChange, showWaiting, showWorkFailure } from '#client/app/work/make-change.ts'
import type { ShownExtra } from '#client/app/work/waiting-changes.ts'
import { workOutbox } from '#client/app/work/work-outbox.ts'
import { IconButton } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select, optionsOf } from '#client/ui/select.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { ExtraForm as schema } from '#shared/contract/charges.ts'
import {
  extraInEnglish,
  type ExtraType,
  extraTypeIds,
  extraTypes,
  isAnswered,
  maxExtraQuantity,
} from '#shared/rules/extras.ts'
import { decimalFromCents } from '#shared/rules/money.ts'
import { formatAmount, formatCents } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import { extraDraft, useOfferedDraft } from './drafts.ts'
import { unsentEntryOf } from './remove-charge.ts'
import { useExtras } from './use-extras.ts'

export function ExtraForm({ jobId }: { jobId: string }) {
  const { asks, aboveCents, adding } = useExtras(jobId)
  const [isOffered, setOffered] = useOfferedDraft(jobId)
  const fields = extraFields({ asks: (price) => !isOffered && asks(price), aboveCents })
  return (
    <PageForm
      schema={schema}
      send={(body) =>
        makeChange({
          jobId,
          change: adding(body, { isOffered }),
          refused: showWorkFailure(t('Failed to add extra service. Please try again.')),
          success: isOffered
            ? { title: t('The customer is asked'), description: body.description }
            : { title: t('Success'), description: t('Extra service added successfully') },
        })
      }
      onSaved={() => setOffered(null)}
      defaultValues={{ unitPrice: '', quantity: 1 }}
      draft={extraDraft(jobId)}
      startOver
      className="space-y-4"
    >
      {(...all) => (
        <>
          {fields(...all)}
          <Switch
            label={t('Ask the customer first')}
            description={t('It is charged only if they approve.')}
            checked={isOffered}
            onChange={({ target }) => setOffered(target.checked)}
          />
          <SubmitButton variant="secondary" wide size="large">
            {isOffered ? t('Ask the customer') : t('Add extra')}
          </SubmitButton>
        </>
      )}
    </PageForm>
  )
}

const askedAgain = (isApproved: boolean) => ({
  title: t('Ask the customer again?'),
  description: isApproved
    ? t('They have approved it as it was. It is charged again only if they approve the change.')
    : t('They have declined it as it was. It is charged only if they approve the change.'),
  confirmLabel: t('Save and ask'),
})

interface OfferProps {
  jobId: string
  item: { id: string; label: string }
  onClose: () => void
}

/** Offers to repair what an inspection found. */
export function OfferDialog({ jobId, item, onClose }: OfferProps) {
  const { aboveCents, adding } = useExtras(jobId)
  const { data: catalog = [] } = useCall('GET /api/addon-services')
  const [productId, setProductId] = useState('')
  const product = catalog.find(({ id }) => id === productId)
  const fields = extraFields({ asks: () => false, aboveCents })
  return (
    <DialogForm
      title={t('Offer a repair')}
      description={t('The customer is asked. It is charged only if they approve.')}
      onClose={onClose}
      submitLabel={t('Ask the customer')}
      schema={schema}
      defaultValues={{
        serviceType: 'other',
        description: item.label,
        unitPrice: '',
        quantity: 1,
      }}
      send={(body) =>
        makeChange({
          jobId,
          change: adding({ ...body, findingItemId: item.id }, { isOffered: true, product }),
          refused: showWorkFailure(t('Failed to add extra service. Please try again.')),
          success: { title: t('The customer is asked'), description: body.description },
        })
      }
    >
      {(all, values, form) => (
        <>
          {catalog.length > 0 && (
            <Field label={t('From the catalog')} optional>
              <Select
                className="[&>select]:min-h-13"
                value={productId}
                options={[
                  { value: '', label: t('Nothing from the catalog') },
                  ...catalog.map(({ id, name, price }) => ({
                    value: id,
                    label: `${name} · ${formatAmount(price)}`,
                  })),
                ]}
                onChange={({ target: { value } }) => {
                  setProductId(value)
                  const chosen = catalog.find(({ id }) => id === value)
                  if (!chosen) return
                  form.setValue('description', chosen.name, { shouldDirty: true })
                  form.setValue('unitPrice', chosen.price, { shouldDirty: true })
                }}
              />
            </Field>
          )}
          {fields(all, values, form)}
        </>
      )}
    </DialogForm>
  )
}

type Fields = ComponentProps<typeof PageForm<typeof schema>>['children']
type Asking = Pick<ReturnType<typeof useExtras>, 'aboveCents'> & {
  asks: (price: { unitPrice?: string | number; quantity?: number | undefined }) => boolean
}

/** Shared by adding and correcting. */
const extraFields =
  ({ asks, aboveCents }: Asking): Fields =>
  ({ SelectField, TextField, MoneyField, ControlField }, values, form) => (
    <>
      <SelectField
        name="serviceType"
        label={t('Service type')}
        big
        placeholder={t('Choose a type')}
        options={optionsOf(extraTypeIds, (id) => extraTypes[id].label)}
        onChosen={(type) => {
          const preset = presetFor(type as ExtraType, form.getValues())
          // Filling a field clears its error.
          const validated = { shouldValidate: form.formState.isSubmitted }
          form.setValue('description', preset.description, validated)
          form.setValue('unitPrice', preset.unitPrice, validated)
        }}
      />
      <TextField name="description" label={t('Description')} big />
      <div className="flex flex-wrap items-start gap-4">
        <MoneyField name="unitPrice" label={t('Price each')} className="min-w-32 flex-1" big />
        <ControlField name="quantity">
          {({ value, onChange }) => <QuantityField value={value ?? 1} onChange={onChange} />}
        </ControlField>
      </div>
      {asks(values) && (
        <p role="status" className="text-sm text-soft">
          {t(
            'With this, unapproved extras are over {amount}. We ask the customer first, and charge it only if they agree.',
            { amount: formatCents(aboveCents) },
          )}
        </p>
      )}
    </>
  )

/** Quantity with large buttons, for gloved hands. */
function QuantityField(props: { value: number; onChange: (value: number) => void }) {
  const { value, onChange } = props
  const step = (icon: ReactNode, label: string, next: number) => {
    const offered = next >= 1 && next <= maxExtraQuantity
    return (
      <IconButton
        size="large"
        variant="secondary"
        icon={icon}
        label={label}
        aria-disabled={!offered || undefined}
        onClick={() => offered && onChange(next)}
      />
    )
  }
  return (
    <div role="group" aria-label={t('Quantity')}>
      <span aria-hidden="true" className="mb-1.5 block font-medium">
        {t('Quantity')}
      </span>
      <div className="flex items-center gap-1">
        {step(<Minus />, t('One less'), value - 1)}
        <output aria-live="polite" className="w-10 text-center text-lg font-semibold">
          {value}
        </output>
        {step(<Plus />, t('One more'), value + 1)}
      </div>
    </div>
  )
}

const toStored = <Body extends { description: string }>(body: Body): Body => ({
  ...body,
  description: extraInEnglish(body.description),
})

/** Fields a type presets; the price is a decimal string. */
type ExtraDraft = { serviceType?: ExtraType; description: string; unitPrice: string | number }

function presetOf(type: ExtraType | undefined) {
  const preset = type && extraTypes[type]
  if (!preset || !('priceCents' in preset)) return { description: '', unitPrice: '' }
  return {
    description: translate(preset.description),
    unitPrice: decimalFromCents(preset.priceCents),
  }
}

/** Applies a new type's preset; without one, typed values stay. */
export function presetFor(type: ExtraType, draft: ExtraDraft) {
  const before = presetOf(draft.serviceType)
  const preset = presetOf(type)
  const typed = <Name extends 'description' | 'unitPrice'>(name: Name) =>
    draft[name] === before[name] ? '' : draft[name]
  return {
    description: preset.description || typed('description'),
    unitPrice: preset.unitPrice || typed('unitPrice'),
  }
}

interface CorrectExtraProps {
  jobId: string
  extra: ShownExtra
  onClose: () => void
}

/** Corrects an extra; the customer is asked again above the limit, and if they had answered. */
export function CorrectExtraDialog({ jobId, extra, onClose }: CorrectExtraProps) {
  const { asks, aboveCents, entries, estimateId } = useExtras(jobId)
  const { serviceType, description, unitPrice, quantity } = extra
  return (
    <DialogForm
      title={t('Correct this extra')}
      onClose={onClose}
      submitLabel={t('Save')}
      schema={schema}
      defaultValues={{ serviceType, description, unitPrice: unitPrice.toFixed(2), quantity }}
      confirm={() => (isAnswered(extra) ? askedAgain(extra.approval === 'approved') : null)}
      send={async ({ id: _id, ...typed }) => {
        const asked = asks(typed, extra)
        const body = asked ? { ...typed, estimateId: extra.estimateId ?? estimateId() } : typed
        const unsent = unsentEntryOf(extra, entries)
        const amended = {
          kind: 'extra' as const,
          body: { ...toStored(body), id: extra.id },
          asks: asked,
          ...(extra.taxRate && { taxRate: extra.taxRate }),
        }
        if (unsent && (await workOutbox.amend(unsent.key, amended))) {
          showWaiting({ state: 'waiting' })
          return true
        }
        return makeChange({
          jobId,
          change: { kind: 'correctExtra', before: extra, body: toStored(body), asks: asked },
          refused: showWorkFailure(t('The extra was not corrected.')),
          success: { title: t('Extra corrected'), description: body.description },
        })
      }}
    >
      {extraFields({ asks: (price) => asks(price, extra), aboveCents })}
    </DialogForm>
  )
}
