import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh } from '#client/app/queries.ts'
import { TextLink } from '#client/ui/button.tsx'
import { address, slot } from '#shared/contract/fields.ts'
import type { Subscription } from '#shared/contract/plans.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { useCardChoices, useTimes } from './plan-fields.tsx'

const Form = z.strictObject({
  serviceAddress: address,
  time: slot(),
  cardId: z.optional(z.string()),
  autoBook: z.boolean(),
})

interface EditSubscriptionDialogProps {
  subscription: Subscription
  isCompany: boolean
  onClose: () => void
}

/** Changes place, time, card and automatic booking of a car's plan. */
export default function EditSubscriptionDialog({
  subscription,
  isCompany,
  onClose,
}: EditSubscriptionDialogProps) {
  const { id, plan, card } = subscription
  const times = useTimes(subscription.time)
  const cards = useCardChoices(!isCompany)
  return (
    <DialogForm
      send={({ cardId, ...form }) =>
        callAndRefresh('PATCH /api/subscriptions/{id}', {
          params: { id },
          body: { ...form, ...(cardId && cardId !== card?.id && { cardId }) },
        })
      }
      schema={Form}
      defaultValues={{
        serviceAddress: subscription.serviceAddress,
        time: subscription.time,
        cardId: card?.id ?? '',
        autoBook: subscription.autoBook,
      }}
      onClose={onClose}
      title={t('Change {plan}', { plan })}
      submitLabel={t('Save')}
      failureTitle={t('The plan was not changed')}
      successToast={{ title: t('Plan changed') }}
    >
      {({ TextField, SelectField, SwitchField }) => (
        <>
          <TextField
            name="serviceAddress"
            label={t('Where is the car usually?')}
            hint={t('Street with number, city, state and ZIP code.')}
            autoComplete="street-address"
          />
          <SelectField name="time" label={t('Usual time')} options={times} />
          {cards && (
            <>
              <SelectField
                name="cardId"
                label={t('Card')}
                hint={t('Charged after each visit, never before.')}
                options={cards}
              />
              <p className="text-sm">
                <TextLink href={paths.cards}>{t('Add a card')}</TextLink>
              </p>
            </>
          )}
          {!isCompany && (
            <SwitchField
              name="autoBook"
              label={t('Book visits for me')}
              description={t('Without asking first. You can still move or cancel each visit.')}
            />
          )}
        </>
      )}
    </DialogForm>
  )
}
