import { Fragment, type ReactNode, useMemo } from 'react'
import { PageForm, SubmitButton } from '#client/app/form/page-form.tsx'

import { Card } from '#client/ui/card.tsx'
import type { SettingCard } from '#shared/rules/settings.ts'
import { t, translate } from '#shared/texts/t.ts'
import { LastChange } from '../changes/last-change.tsx'
import { useSeenSettings } from '../use-seen-settings.ts'
import {
  changedSettings,
  type FieldValue,
  type SettingValues,
  schemaOf,
  toForm,
} from './form-values.ts'
import { GroupField } from './group-field.tsx'

interface SettingsGroupProps {
  group: SettingCard
  settings: SettingValues
  /** Shows effects of the typed hours. */
  belowHours?: ((typed: Typed) => ReactNode) | undefined
  waitsFor?: string | false
  /** Below the form. */
  children?: ReactNode
}

const isEmptied = (fields: SettingCard['fields'], form: Typed): boolean =>
  fields.some(
    ({ kind, name }) => (kind === 'number' || kind === 'percent') && form[name] === undefined,
  )

type Typed = Readonly<Record<string, FieldValue | undefined>>

/** Settings of one topic, edited in place; sends only changed ones. */
export function SettingsGroup(props: SettingsGroupProps) {
  const { group, settings, belowHours, waitsFor, children } = props
  const { id, text, fields } = group
  const title = translate(group.title)
  const schema = useMemo(() => schemaOf(fields), [fields])
  const values = toForm(fields, settings)
  const seen = useSeenSettings()
  return (
    <Card id={id} title={title} className="scroll-mt-20" tabIndex={-1}>
      {text && <p className="mb-3 text-sm text-soft">{translate(text)}</p>}
      <PageForm
        call="PUT /api/admin/settings"
        draft={`settings ${id}`}
        input={(form) => ({ body: changedSettings(fields, settings, form), ...seen.match })}
        onFailure={seen.onFailure}
        onSaved={seen.takeOver}
        schema={schema}
        defaultValues={values}
        disabledReason={(form) =>
          waitsFor ||
          // Save stays enabled with an emptied field, so pressing it shows the error.
          (!isEmptied(fields, form) &&
            Object.keys(changedSettings(fields, settings, form)).length === 0 &&
            t('Nothing is changed yet'))
        }
        successToast={{ title: t('Saved'), description: t('Applies from now on.') }}
        className="space-y-4"
      >
        {(_, typed) => (
          <>
            {fields.map((field) => (
              <Fragment key={field.name}>
                <GroupField field={field} />
                {field.kind === 'weeklyHours' && belowHours?.(typed)}
              </Fragment>
            ))}
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <LastChange names={fields.map(({ name }) => name)} />
              <SubmitButton aria-label={t('Save: {group}', { group: title })}>
                {t('Save')}
              </SubmitButton>
            </div>
          </>
        )}
      </PageForm>
      {children}
    </Card>
  )
}
