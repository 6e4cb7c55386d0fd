import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, type CallAnswer, CallError } from '#client/app/call.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { refreshAfter } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Button, IconButton, SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { toast } from '#client/ui/toast.ts'
import {
  builtInFaq,
  maxQuestions,
  ownCopyOfFaq,
  type Question,
} from '#shared/rules/public-texts.ts'
import { loadSpanish } from '#shared/texts/spanish.ts'
import { t, translate } from '#shared/texts/t.ts'
import { LastChange } from '../changes/last-change.tsx'

const QuestionDialog = lazyDialog(() => import('./question-dialog.tsx'))
const change = 'PUT /api/admin/settings'

type Faq = Question[] | null
type SavedToast = { title: string; description?: string }

export function FaqCard({ settings }: { settings: CallAnswer<'GET /api/admin/settings'> }) {
  const { cardPayments } = useBusiness()
  const [dialog, setDialog] = useState<{ at: number | null } | null>(null)
  const [saving, setSaving] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const { faq, version } = settings
  const save = async (next: Faq, toasted: SavedToast, undo?: { faq: Faq }, seen = version) => {
    if (saving) return
    setSaving(true)
    try {
      const saved = await api(change, { body: { faq: next }, ifMatch: seen })
      const takeBack = () =>
        undo && void save(undo.faq, { title: t('Change undone') }, undefined, saved.version)
      toast({ ...toasted, ...(undo && { action: { label: t('Undo'), onSelect: takeBack } }) })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showFailure(t('The questions were not changed'), error)
    } finally {
      refreshAfter(change)
      setSaving(false)
    }
  }
  const undo = { faq }
  const reorder = (from: number, to: number) => {
    const next = [...(faq ?? [])]
    next.splice(to, 0, ...next.splice(from, 1))
    void save(next, { title: t('Moved to position {position}', { position: to + 1 }) }, undo).then(
      () =>
        // Keyboard focus follows the moved question.
        list.current?.children[to]?.querySelector<HTMLElement>('button:not([disabled])')?.focus(),
    )
  }
  const startOwn = (
    <Button
      pending={saving}
      onClick={() =>
        void loadSpanish(['shared']).then(({ texts }) =>
          save(ownCopyOfFaq(cardPayments, texts), { title: t('These are yours now') }, undo),
        )
      }
    >
      {t('Edit these questions')}
    </Button>
  )
  return (
    <Card id="faq" title={t('Frequently asked questions')} className="scroll-mt-20" tabIndex={-1}>
      {faq === null ? (
        <>
          <p className="text-soft">{t('Your contact page answers these built-in questions:')}</p>
          <ul className="my-3 list-disc space-y-1 pl-5">
            {builtInFaq.map(({ question }) => (
              <li key={question}>{translate(question)}</li>
            ))}
          </ul>
          {startOwn}
        </>
      ) : (
        <>
          {faq.length === 0 && (
            <p className="text-soft">
              {t('There are none, so your contact page shows no questions and no button for them.')}
            </p>
          )}
          <ol ref={list} className="divide-y divide-line">
            {faq.map(({ question, answer }, at) => (
              <li key={question.en} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
                <span className="min-w-48 flex-1">
                  <span className="font-medium wrap-anywhere">{question.en}</span>
                  <span className="line-clamp-2 text-sm wrap-anywhere text-soft">{answer.en}</span>
                </span>
                <span className="flex gap-1">
                  <IconButton
                    size="small"
                    icon={<ArrowUp />}
                    label={t('Move up: {question}', { question: question.en })}
                    disabled={at === 0 || saving}
                    onClick={() => reorder(at, at - 1)}
                  />
                  <IconButton
                    size="small"
                    icon={<ArrowDown />}
                    label={t('Move down: {question}', { question: question.en })}
                    disabled={at === faq.length - 1 || saving}
                    onClick={() => reorder(at, at + 1)}
                  />
                  <SmallButton
                    aria-label={t('Edit {name}', { name: question.en })}
                    onClick={() => setDialog({ at })}
                  >
                    {t('Edit')}
                  </SmallButton>
                  <QuietButton
                    aria-label={t('Remove {name}', { name: question.en })}
                    onClick={() =>
                      void save(
                        faq.filter((_, other) => other !== at),
                        { title: t('Question removed'), description: question.en },
                        undo,
                      )
                    }
                  >
                    {t('Remove')}
                  </QuietButton>
                </span>
              </li>
            ))}
          </ol>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button
              disabledReason={
                faq.length >= maxQuestions &&
                t('You have {count} questions, the most you can have.', {
                  count: maxQuestions,
                })
              }
              onClick={() => setDialog({ at: null })}
            >
              {t('Add a question')}
            </Button>
            <Button
              variant="quiet"
              pending={saving}
              onClick={() => void save(null, { title: t('Built-in questions restored') }, undo)}
            >
              {t('Back to the built-in questions')}
            </Button>
          </div>
        </>
      )}
      <div className="mt-2">
        <LastChange names={['faq']} />
      </div>
      {dialog && <QuestionDialog faq={faq ?? []} at={dialog.at} onClose={() => setDialog(null)} />}
    </Card>
  )
}
