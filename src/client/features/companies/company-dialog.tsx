import type { ReactNode } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { useCall } from '#client/app/queries.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { CompanyForm, type OfficeCompany } from '#shared/contract/companies.ts'
import { t } from '#shared/texts/t.ts'

const blank: CompanyForm = {
  name: '',
  phone: '',
  billingEmail: '',
  billingAddress: '',
  poRequired: false,
  odometerRequired: false,
  approvalAbove: null,
  allowedPackageIds: [],
  netDays: 30,
  taxCertificate: '',
  taxExemptUntil: null,
}

interface CompanyDialogProps {
  /** The company to change; omitted for a new one. */
  company?: OfficeCompany
  version?: number | undefined
  onSaved?: (saved: OfficeCompany) => void
  onClose: () => void
}

/** Adds a company or changes its details and rules. */
export default function CompanyDialog({ company, version, onSaved, onClose }: CompanyDialogProps) {
  const common = {
    schema: CompanyForm,
    defaultValues: company ? formOf(company) : blank,
    onClose,
    submitLabel: t('Save'),
    failureTitle: t('The company was not saved'),
    onSaved,
    children: fields,
  }
  return company ? (
    <DialogForm
      {...common}
      call="PATCH /api/admin/companies/{id}"
      input={(body) => ({
        params: { id: company.id },
        body,
        ...(version !== undefined && { ifMatch: version }),
      })}
      title={t('Change {name}', { name: company.name })}
      successToast={({ name }) => ({ title: t('Company saved'), description: name })}
    />
  ) : (
    <DialogForm
      {...common}
      call="POST /api/admin/companies"
      input={(body) => ({ body })}
      title={t('Add a company')}
      description={t('Then add its cars and invite the people who book for it.')}
      successToast={({ name }) => ({ title: t('Company added'), description: name })}
    />
  )
}

const formOf = (company: OfficeCompany): CompanyForm =>
  Object.fromEntries(
    Object.keys(blank).map((name) => [name, company[name as keyof CompanyForm]]),
  ) as CompanyForm

type Children = Extract<
  Parameters<typeof DialogForm<typeof CompanyForm>>[0]['children'],
  (...args: never[]) => ReactNode
>

const fields: Children = ({
  TextField,
  NumberField,
  MoneyField,
  SwitchField,
  DateField,
  ControlField,
}) => (
  <>
    <TextField name="name" label={t('Name')} autoFocus />
    <TextField name="phone" label={t('Phone')} type="tel" optional />
    <TextField
      name="billingEmail"
      label={t('Billing e-mail')}
      type="email"
      optional
      hint={t('Statements are mailed here.')}
    />
    <TextField name="billingAddress" label={t('Billing address')} optional />
    <NumberField
      name="netDays"
      label={t('Days to pay')}
      hint={t('From the day of the statement. 0: due on receipt.')}
    />
    <SwitchField
      name="poRequired"
      label={t('A PO number is required')}
      description={t('Without one, a visit cannot be booked.')}
    />
    <SwitchField
      name="odometerRequired"
      label={t('An odometer reading is required')}
      description={t('Without one, a technician cannot complete a visit.')}
    />
    <MoneyField
      name="approvalAbove"
      label={t('Approval above')}
      optional
      hint={t('Visits that cost more hold their time and wait for an approver. Blank: none do.')}
    />
    <TextField
      name="taxCertificate"
      label={t('Sales tax exemption certificate')}
      optional
      hint={t('Its number. Visits until its last day are booked without sales tax.')}
    />
    <DateField
      name="taxExemptUntil"
      label={t('Last day of the certificate')}
      optional
      hint={t('Blank if it does not expire.')}
    />
    <ControlField name="allowedPackageIds">
      {({ value, onChange, error }) => (
        <Packages chosen={value ?? []} onChange={onChange} error={error} />
      )}
    </ControlField>
  </>
)

interface PackagesProps {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  error: string | undefined
}

function Packages({ chosen, onChange, error }: PackagesProps) {
  const { data: packages = [] } = useCall('GET /api/admin/service-packages')
  return (
    <fieldset>
      <legend className="font-medium">{t('Packages it may book')}</legend>
      <p className="text-sm text-soft">{t('None chosen: all of them.')}</p>
      {packages.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target: { checked } }) =>
            onChange(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
          }
        />
      ))}
      {error && <FieldError id="packages-error">{error}</FieldError>}
    </fieldset>
  )
}
