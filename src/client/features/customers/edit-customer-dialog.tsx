import { NameFields } from '#client/app/form/name-fields.tsx'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import {
  type Customer,
  type CustomerChange,
  CustomerFacts,
  UnmailedFacts,
} from '#shared/contract/customers.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { t } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'
import { useCustomerForm } from './use-customer-form.ts'
import { TagsField } from './tags-field.tsx'

type Facts = Pick<
  Customer,
  'firstName' | 'lastName' | 'phone' | 'tags' | 'maxVisitsWithoutCard'
> & { email?: string | undefined }

/** Edits a customer. Another user's change is shown at its field and kept unless saved again. */
export default function EditCustomerDialog(props: { customer: Customer; onClose: () => void }) {
  const { opened, version, form } = useCustomerForm(props.customer)
  const { id, email } = opened
  const before: Facts = {
    firstName: opened.firstName,
    lastName: opened.lastName,
    email: email ?? undefined,
    phone: nationalPhone(opened.phone),
    tags: opened.tags,
    maxVisitsWithoutCard: opened.maxVisitsWithoutCard,
  }
  return (
    <DialogForm
      call="PATCH /api/admin/customers/{id}"
      input={(values) => ({
        params: { id },
        body: changesOf(before, values),
        ifMatch: version.current,
      })}
      schema={email ? CustomerFacts : (UnmailedFacts as unknown as typeof CustomerFacts)}
      defaultValues={before}
      onClose={props.onClose}
      title={t('Edit {name}', { name: customerName(props.customer) })}
      {...form}
    >
      {({ TextField, NumberField, ControlField }) => (
        <>
          <NameFields TextField={TextField} />
          <TextField
            name="email"
            label={t('E-mail')}
            type="email"
            optional={!email}
            hint={
              email
                ? t('They sign in with it. We notify the old address when it changes.')
                : t('They can sign in once there is one.')
            }
          />
          <TextField name="phone" label={t('Phone')} type="tel" />
          <ControlField name="tags">
            {({ value, onChange, error }) => (
              <TagsField value={value ?? []} onChange={onChange} error={error} />
            )}
          </ControlField>
          <NumberField
            name="maxVisitsWithoutCard"
            label={t('Upcoming visits without a card')}
            optional
            hint={t('Blank: same limit as in the settings. 0: no limit.')}
          />
        </>
      )}
    </DialogForm>
  )
}

/** Only the changed fields, so another user's changes to the rest stay. */
function changesOf(before: Facts, after: Partial<Facts>): CustomerChange {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(before[name as keyof Facts]) !== JSON.stringify(value),
    ),
  )
}
