import { useState } from 'react'
import { personName } from '#client/app/person-name.ts'
import { useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { toast } from '#client/ui/toast.ts'
import { t, translate } from '#shared/texts/t.ts'

const empty = { firstName: '', lastName: '', email: '', phone: '' }
const needed = ['firstName', 'lastName', 'email'] as const

/** Adds somebody who may work at once; they are recognized by their e-mail when they sign in. */
export function AddTechnicianDialog({ onClose }: { onClose: () => void }) {
  const [values, setValues] = useState(empty)
  const [tried, setTried] = useState(false)
  const add = useWrite('POST /api/admin/technicians', {
    onSuccess: (technician) => {
      onClose()
      toast({ title: t('Technician added'), description: personName(technician) })
    },
  })
  const missing = needed.filter((name) => values[name].trim() === '')
  const submit = () => {
    setTried(true)
    if (missing.length > 0 || add.isPending) return
    const { phone, ...body } = values
    add.mutate({ body: { ...body, ...(phone.trim() && { phone }) } })
  }
  const inputFor = (name: keyof typeof empty) => ({
    name,
    value: values[name],
    maxLength: name === 'email' ? 254 : 80,
    'aria-invalid': (tried && missing.some((one) => one === name)) || undefined,
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value })
      if (add.isError) add.reset()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Add Technician')}
      description={t('They can work at once and sign in with this e-mail address.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button variant="primary" pending={add.isPending} onClick={submit}>
            {t('Add Technician')}
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {/* Lets Enter in a field submit; the visible button stands in the footer. */}
        <button type="submit" hidden />
        {tried && missing.length > 0 && (
          <Banner tone="error" live title={t('Missing information')}>
            {t('Please fill in all required fields.')}
          </Banner>
        )}
        {add.isError && (
          <Banner tone="error" live title={t('Error')}>
            {translate(add.error.message) || t('Failed to create technician.')}
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('First name')}>
            <TextInput autoComplete="off" {...inputFor('firstName')} />
          </Field>
          <Field label={t('Last name')}>
            <TextInput autoComplete="off" {...inputFor('lastName')} />
          </Field>
        </div>
        <Field label={t('E-mail')}>
          <TextInput type="email" autoComplete="off" {...inputFor('email')} />
        </Field>
        <Field label={t('Phone')} optional>
          <TextInput type="tel" autoComplete="off" {...inputFor('phone')} />
        </Field>
      </form>
    </Dialog>
  )
}
