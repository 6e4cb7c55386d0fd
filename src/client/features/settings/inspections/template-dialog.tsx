import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { callAndRefresh, newActionKey } from '#client/app/queries.ts'
import {
  InspectionTemplateForm,
  type OfficeInspectionTemplate,
} from '#shared/contract/inspections.ts'
import { t } from '#shared/texts/t.ts'
import { useState } from 'react'
import { GroupRows, type GroupErrors, newGroup } from './group-rows.tsx'
import { describeEffects } from './template-effects.ts'

interface TemplateDialogProps {
  template?: OfficeInspectionTemplate
  onClose: () => void
}

/** Adds or changes a template. A change makes a new version; existing inspections keep theirs. */
export default function TemplateDialog({ template, onClose }: TemplateDialogProps) {
  const [idempotencyKey] = useState(newActionKey)
  return (
    <DialogForm
      size="wide"
      draft={`inspection ${template?.id ?? 'new'}`}
      send={(body) =>
        template
          ? callAndRefresh('PATCH /api/admin/inspection-templates/{id}', {
              params: { id: template.id },
              body,
              ifMatch: template.version,
            })
          : callAndRefresh('POST /api/admin/inspection-templates', { body, idempotencyKey })
      }
      schema={InspectionTemplateForm}
      defaultValues={{
        name: template?.name ?? '',
        groups: template?.groups ?? [newGroup()],
      }}
      onClose={onClose}
      title={template ? t('Edit {name}', { name: template.name }) : t('Add an inspection')}
      description={t('The items technicians check, in this order.')}
      submitLabel={t('Save')}
      failureTitle={t('Not saved')}
      disabledReason={(typed) => template && isSame(typed, template) && t('Nothing has changed.')}
      successToast={(saved) => ({
        title: t('Saved'),
        description: t('Version {version}', { version: saved.version }),
      })}
    >
      {({ TextField, ControlField }, typed, { formState }) => (
        <>
          <TextField name="name" label={t('Name')} />
          <ControlField name="groups">
            {({ value, onChange }) => (
              <GroupRows
                groups={value ?? []}
                onChange={onChange}
                errors={(formState.errors.groups ?? []) as GroupErrors}
                tries={formState.submitCount}
              />
            )}
          </ControlField>
          {template && (
            <div role="status">
              <ul className="space-y-1 text-sm text-soft">
                {describeEffects(template, typed.groups ?? []).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </DialogForm>
  )
}

const isSame = (typed: Partial<InspectionTemplateForm>, { name, groups }: InspectionTemplateForm) =>
  JSON.stringify([typed.name, typed.groups]) === JSON.stringify([name, groups])
