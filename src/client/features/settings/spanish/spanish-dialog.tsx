import { useMemo } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { spanishForm } from '#shared/contract/settings.ts'
import { t } from '#shared/texts/t.ts'
import { useSeenSettings } from '../use-seen-settings.ts'
import type { TextGroup } from './spanish-texts.tsx'

/** Each text's Spanish below its English; blank shows the English. */
export default function SpanishDialog({
  group: { title, texts },
  onClose,
}: {
  group: TextGroup
  onClose: () => void
}) {
  const seen = useSeenSettings({ ownSpanish: 'text0' })
  const schema = useMemo(() => spanishForm(texts.length), [texts])
  // The form takes its values once, on opening.
  if (!seen.settings) return null
  const before = seen.settings.ownSpanish
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      draft={`spanish ${title}`}
      input={(spanish) => {
        const others = Object.entries(before).filter(([english]) => !texts.includes(english))
        const written = texts.flatMap((english, at) => {
          const translated = spanish[`text${at}`]?.trim()
          return translated ? [[english, translated]] : []
        })
        return seen.input({ ownSpanish: Object.fromEntries([...others, ...written]) })
      }}
      {...seen.form}
      schema={schema}
      defaultValues={Object.fromEntries(
        texts.map((english, at) => [`text${at}`, before[english] ?? '']),
      )}
      onClose={onClose}
      title={t('{name} in Spanish', { name: title })}
      description={t('Blank: customers see the English.')}
      submitLabel={t('Save')}
      successToast={{ title: t('Saved'), description: t('Your pages show it from now on.') }}
    >
      {({ TextField }) =>
        texts.map((english, at) => (
          <TextField key={english} name={`text${at}`} label={english} optional lang="es" />
        ))
      }
    </DialogForm>
  )
}
