import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh, newActionKey } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { TextLink } from '#client/ui/button.tsx'
import { address, localDate, optionalText, slot } from '#shared/contract/fields.ts'
import type { OfferedPlan } from '#shared/contract/plans.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { useState } from 'react'
import { useCardChoices, useTimes } from './plan-fields.tsx'

const Form = z.strictObject({
  serviceAddress: address,
  time: slot(),
  lastServiceOn: z.optional(z.nullable(localDate())),
  cardId: z.optional(z.string()),
  autoBook: z.boolean(),
  poNumber: optionalText(40),
})

interface JoinDialogProps {
  plan: OfferedPlan
  vehicleId: string
  /** The company whose car it is. */
  companyId?: string | undefined
  onClose: () => void
}

/** Joins a plan with a car, showing the terms that are agreed to. */
export default function JoinDialog({ plan, vehicleId, companyId, onClose }: JoinDialogProps) {
  const [idempotencyKey] = useState(newActionKey)
  const { today } = useBusiness()
  const times = useTimes(plan.time)
  const cards = useCardChoices(companyId === undefined)
  const isCompany = companyId !== undefined
  return (
    <DialogForm
      send={({ cardId, lastServiceOn, ...form }) =>
        callAndRefresh('POST /api/subscriptions', {
          body: {
            ...form,
            planId: plan.id,
            vehicleId,
            ...(cardId && { cardId }),
            ...(companyId && { companyId }),
            ...(lastServiceOn && { lastServiceOn }),
            seenTerms: form.autoBook ? plan.autoTerms : plan.terms,
          },
          idempotencyKey,
        })
      }
      schema={Form}
      defaultValues={{
        serviceAddress: plan.serviceAddress,
        time: plan.time ?? (times[0]?.value as z.input<typeof Form>['time']),
        lastServiceOn: null,
        cardId: cards?.[0]?.value ?? '',
        autoBook: isCompany,
        poNumber: '',
      }}
      onClose={onClose}
      title={t('Join {plan}', { plan: plan.name })}
      description={`${plan.interval}. ${plan.price}.`}
      submitLabel={t('Join plan')}
      failureTitle={t('You did not join the plan')}
      successToast={{
        title: t('You joined {plan}', { plan: plan.name }),
        description: t('We have mailed you what you agreed to.'),
      }}
    >
      {({ TextField, SelectField, DateField, SwitchField }, { autoBook }) => (
        <>
          <TextField
            name="serviceAddress"
            label={t('Where is the car usually?')}
            hint={t('Street with number, city, state and ZIP code.')}
            autoComplete="street-address"
          />
          <SelectField name="time" label={t('Usual time')} options={times} />
          {!plan.time && (
            <DateField
              name="lastServiceOn"
              label={t('Last oil change')}
              hint={t('Blank: the first service is due now.')}
              max={today}
            />
          )}
          {cards && (
            <SelectField
              name="cardId"
              label={t('Card')}
              hint={t('Charged after each visit, never before.')}
              options={cards}
            />
          )}
          {cards?.length === 1 && (
            <p className="text-sm">
              <TextLink href={paths.cards}>{t('Add a card')}</TextLink>
            </p>
          )}
          {isCompany ? (
            <TextField
              name="poNumber"
              label={t('PO number')}
              hint={t('For all visits of this car on the plan.')}
            />
          ) : (
            <SwitchField
              name="autoBook"
              label={t('Book visits for me')}
              description={t('Without asking first. You can still move or cancel each visit.')}
            />
          )}
          <div className="rounded-card border border-line px-4 py-3">
            <p className="font-medium">{t('By joining you agree to this')}</p>
            <p className="mt-1 text-sm">{autoBook ? plan.autoTerms : plan.terms}</p>
          </div>
        </>
      )}
    </DialogForm>
  )
}
