import { NameFields } from '#client/app/form/name-fields.tsx'
import { useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { personName } from '#client/app/person-name.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { TechnicianFacts } from '#shared/contract/technicians.ts'
import { skills } from '#shared/rules/assignment.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { EditDialogProps } from './editable-card.tsx'

export default function EditTechnicianDialog({ technician, onOutside, onClose }: EditDialogProps) {
  // Their state when the dialog opened.
  const [{ id, version, firstName, lastName, email, phone, homeBase, skills: known }] =
    useState(technician)
  return (
    <DialogForm
      call="PATCH /api/admin/technicians/{id}"
      input={(body) => ({ params: { id }, body, ifMatch: version })}
      schema={TechnicianFacts}
      defaultValues={{
        firstName,
        lastName,
        email: email ?? undefined,
        phone,
        homeAddress: homeBase?.address ?? '',
        skills: known,
      }}
      onClose={onClose}
      title={t('Edit {name}', { name: personName(technician) })}
      description={t('They keep the visits they have.')}
      submitLabel={t('Save')}
      onSaved={({ outside = [] }) => onOutside(outside)}
      successToast={{ title: t('Saved'), description: personName(technician) }}
    >
      {({ TextField, ControlField }) => (
        <>
          <NameFields TextField={TextField} />
          <TextField name="email" label={t('E-mail')} type="email" />
          <TextField name="phone" label={t('Phone')} type="tel" />
          <TextField
            name="homeAddress"
            label={t('Home address')}
            hint={t('Where they start from. The closer technician is sent.')}
          />
          <ControlField name="skills">
            {({ value, onChange }) => (
              <fieldset>
                <legend className="font-medium">{t('Skills')}</legend>
                {skills.map((skill) => (
                  <Checkbox
                    key={skill.value}
                    label={translate(skill.label)}
                    description={t('Visits that need it go only to technicians who have it.')}
                    checked={value.includes(skill.value)}
                    onChange={({ target }) =>
                      onChange(
                        target.checked
                          ? [...value, skill.value]
                          : value.filter((one) => one !== skill.value),
                      )
                    }
                  />
                ))}
              </fieldset>
            )}
          </ControlField>
        </>
      )}
    </DialogForm>
  )
}
