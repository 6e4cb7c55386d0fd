import { useMemo } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { QuietButton } from '#client/ui/button.tsx'
import { textForm } from '#shared/contract/public-texts.ts'
import { blocksOf, type PublicText, wordsOf } from '#shared/rules/public-texts.ts'
import { t, translate } from '#shared/texts/t.ts'
import { useSeenSettings } from '../use-seen-settings.ts'

interface TextDialogProps {
  text: PublicText
  onClose: () => void
}

/** Edits a public page text with preview; blank restores the default. */
export default function TextDialog({ text, onClose }: TextDialogProps) {
  const { name, title, lines, builtIn } = text
  const isPage = builtIn === null
  const schema = useMemo(() => textForm(name), [name])
  const seen = useSeenSettings({ [name]: 'words' })
  // The form takes its values once, on opening.
  if (!seen.settings) return null
  const before = seen.settings[name]
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      draft={`text ${name}`}
      input={({ words, spanish }) => seen.input({ [name]: wordsOf(words, spanish) })}
      {...seen.form}
      schema={schema}
      defaultValues={{ words: before.en, spanish: before.es ?? '' }}
      onClose={onClose}
      size="wide"
      title={translate(title)}
      description={
        isPage
          ? t('An empty line begins a paragraph; a line that begins with # is a heading.')
          : t('Blank: the built-in text is shown.')
      }
      submitLabel={t('Publish')}
      successToast={{ title: t('Published'), description: translate(title) }}
    >
      {({ TextAreaField }, { words = '' }, form) => (
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
          <div className="space-y-3">
            <TextAreaField name="words" label={t('Words')} rows={lines + 2} optional />
            {words !== '' && (
              <TextAreaField
                name="spanish"
                label={t('In Spanish')}
                hint={t('Blank: customers see the English.')}
                rows={lines + 2}
                optional
                lang="es"
              />
            )}
            {words !== '' && (
              <QuietButton onClick={() => form.setValue('words', '', { shouldDirty: true })}>
                {t('Restore the built-in text')}
              </QuietButton>
            )}
          </div>
          <section aria-label={t('Preview')} className="min-w-0">
            <h3 className="text-sm font-semibold">{t('Preview of your text')}</h3>
            <div className="mt-1.5 max-h-96 overflow-y-auto rounded-control border border-line bg-sunken p-4 wrap-anywhere">
              {words.trim() === '' ? (
                <p className="text-soft">
                  {builtIn === null ? t('Our page, as it is now.') : translate(builtIn)}
                </p>
              ) : name === 'headline' ? (
                <p className="text-2xl font-semibold">{words}</p>
              ) : isPage ? (
                blocksOf(words).map(({ heading, paragraph }, at) =>
                  heading ? (
                    <p key={at} className="mt-4 text-lg font-semibold first:mt-0">
                      {heading}
                    </p>
                  ) : (
                    <p key={at} className="mt-2 whitespace-pre-line text-soft">
                      {paragraph}
                    </p>
                  ),
                )
              ) : (
                <p className="whitespace-pre-line">{words}</p>
              )}
            </div>
          </section>
        </div>
      )}
    </DialogForm>
  )
}
