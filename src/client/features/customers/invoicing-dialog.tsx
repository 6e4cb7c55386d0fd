import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { type Customer, InvoicingForm } from '#shared/contract/customers.ts'
import { t } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'
import { useCustomerForm } from './use-customer-form.ts'

const usual = { company: '', address: '', email: '', purchaseOrder: '', termsDays: 30 }

export default function InvoicingDialog(props: { customer: Customer; onClose: () => void }) {
  const { opened, version, form } = useCustomerForm(props.customer)
  const { id, invoicing } = opened
  return (
    <DialogForm
      call="PATCH /api/admin/customers/{id}"
      input={(values) => ({
        params: { id },
        body: { invoicing: values.byInvoice ? values.invoicing : null },
        ifMatch: version.current,
      })}
      schema={InvoicingForm}
      defaultValues={{ byInvoice: invoicing !== null, invoicing: invoicing ?? usual }}
      onClose={props.onClose}
      title={t('Payment by invoice')}
      description={t('Applies to visits booked from now on. Visits already booked do not change.')}
      {...form}
    >
      {({ SwitchField, TextField, NumberField }, { byInvoice }) => (
        <>
          <SwitchField
            name="byInvoice"
            label={t('Pays by invoice')}
            description={t('For businesses: no card needed, and each visit is invoiced.')}
          />
          {byInvoice && (
            <>
              <TextField
                name="invoicing.company"
                label={t('Company')}
                optional
                hint={t('Blank: the invoice is for {name}.', { name: customerName(opened) })}
              />
              <TextField name="invoicing.address" label={t('Billing address')} optional />
              <TextField
                name="invoicing.email"
                label={t('Invoices go to')}
                type="email"
                optional
                hint={t("Blank: to the customer's own e-mail.")}
              />
              <TextField name="invoicing.purchaseOrder" label={t('Purchase order')} optional />
              <NumberField
                name="invoicing.termsDays"
                label={t('Days to pay')}
                hint={t('From the day of the invoice. 0: due on receipt.')}
              />
            </>
          )}
        </>
      )}
    </DialogForm>
  )
}
