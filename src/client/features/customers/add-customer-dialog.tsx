import { NameFields } from '#client/app/form/name-fields.tsx'
import type { CallError } from '#client/app/call.ts'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { Banner } from '#client/ui/banner.tsx'
import { TextLink } from '#client/ui/button.tsx'
import { type Customer, CustomerForm } from '#shared/contract/customers.ts'
import type { FoundCustomer } from '#shared/contract/search.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { t } from '#shared/texts/t.ts'
import { useState } from 'react'
import { customerName } from './customer-badges.tsx'
import { TagsField } from './tags-field.tsx'

interface AddCustomerDialogProps {
  onAdded?: (customer: Customer) => void
  onClose: () => void
}

type Known = { reason?: string; customers?: FoundCustomer[]; fields?: { path: string }[] }

export default function AddCustomerDialog({ onAdded, onClose }: AddCustomerDialogProps) {
  const [known, setKnown] = useState<readonly FoundCustomer[]>([])
  return (
    <DialogForm
      call="POST /api/admin/customers"
      input={(body) => ({ body: { ...body, role: 'customer' as const } })}
      schema={CustomerForm}
      defaultValues={{ tags: [] }}
      onClose={onClose}
      title={t('Add Customer')}
      description={t('They sign in with this e-mail address, and find what you book for them.')}
      submitLabel={t('Add Customer')}
      failureTitle={t('Creation failed')}
      onFailure={(error) => {
        setKnown(knownOf(error).customers ?? [])
        return false
      }}
      insist={(error, values) => {
        const { reason, customers = [], fields = [] } = knownOf(error)
        if (reason !== 'known_customer' || !fields.some(({ path }) => path === 'phone')) return null
        return {
          question: {
            title: t('Is this a different person?'),
            description: t('{names} has this phone number already.', {
              names: customers.map(customerName).join(', '),
            }),
            confirmLabel: t('Add someone else'),
            cancelLabel: t('Go back'),
          },
          values: { ...values, isSomebodyElse: true },
        }
      }}
      successToast={(customer) => ({
        title: t('Customer created'),
        description: customerName(customer),
      })}
      onSaved={onAdded}
    >
      {({ TextField, ControlField }) => (
        <>
          {known.length > 0 && (
            <Banner tone="warning" title={t('Existing customer')}>
              {known.map((customer) => (
                <TextLink
                  key={customer.id}
                  href={officePaths.customer(customer.id)}
                  className="block"
                >
                  {customerName(customer)}
                </TextLink>
              ))}
            </Banner>
          )}
          <NameFields TextField={TextField} />
          <TextField name="email" label={t('E-mail')} type="email" />
          <TextField name="phone" label={t('Phone')} type="tel" />
          <ControlField name="tags">
            {({ value, onChange, error }) => (
              <TagsField value={value ?? []} onChange={onChange} error={error} />
            )}
          </ControlField>
        </>
      )}
    </DialogForm>
  )
}

const knownOf = ({ details }: CallError): Known => (details as Known | undefined) ?? {}
