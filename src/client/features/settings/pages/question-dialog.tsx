import { useState } from 'react'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { QuestionForm } from '#shared/contract/public-texts.ts'
import { type Question, wordsOf } from '#shared/rules/public-texts.ts'
import { plural, t } from '#shared/texts/t.ts'
import { useSeenSettings } from '../use-seen-settings.ts'

interface QuestionDialogProps {
  faq: Question[]
  /** Index to edit; null adds one at the end. */
  at: number | null
  onClose: () => void
}

export default function QuestionDialog({ faq, at, onClose }: QuestionDialogProps) {
  // The questions when the dialog opened.
  const [before] = useState(faq)
  const seen = useSeenSettings({ faq: 'question' })
  const own = at === null ? undefined : before[at]
  return (
    <DialogForm
      call="PUT /api/admin/settings"
      draft={`question ${own?.question.en ?? ''}`}
      input={({ question, answer, questionEs, answerEs }) => {
        const written = {
          question: wordsOf(question, questionEs),
          answer: wordsOf(answer, answerEs),
        }
        const next = own ? before.map((one) => (one === own ? written : one)) : [...before, written]
        return seen.input({ faq: next })
      }}
      {...seen.form}
      schema={QuestionForm}
      defaultValues={{
        question: own?.question.en ?? '',
        answer: own?.answer.en ?? '',
        questionEs: own?.question.es ?? '',
        answerEs: own?.answer.es ?? '',
      }}
      onClose={onClose}
      title={own ? t('Edit question') : t('Add a question')}
      description={t('It appears on your contact page as soon as it is published.')}
      submitLabel={t('Publish')}
      successToast={({ faq: now }) => ({
        title: t('Published'),
        description: plural(now?.length ?? 0, {
          one: '{count} question',
          other: '{count} questions',
        }),
      })}
    >
      {({ TextField, TextAreaField }, { question = '', answer = '' }) => (
        <>
          <TextField name="question" label={t('Question')} />
          <TextAreaField name="answer" label={t('Answer')} rows={5} />
          <TextField name="questionEs" label={t('Question in Spanish')} optional lang="es" />
          <TextAreaField
            name="answerEs"
            label={t('Answer in Spanish')}
            hint={t('Blank: customers see the English.')}
            rows={5}
            optional
            lang="es"
          />
          {(question || answer) && (
            <section aria-label={t('Preview')} className="min-w-0">
              <h3 className="text-sm font-semibold">{t('Preview of your text')}</h3>
              <div className="mt-1.5 rounded-control border border-line bg-sunken p-4 wrap-anywhere">
                <p className="font-medium">{question}</p>
                <p className="mt-1 whitespace-pre-line text-soft">{answer}</p>
              </div>
            </section>
          )}
        </>
      )}
    </DialogForm>
  )
}
