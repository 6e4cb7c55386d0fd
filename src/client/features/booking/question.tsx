import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/texts/t.ts'
import type { Question as Name } from './booking-draft.ts'
import type { Booking } from './use-booking.ts'

interface QuestionProps {
  booking: Booking
  name: Name
  title: string
  /** A line or two; undefined until answered. */
  answer?: ReactNode
  children: ReactNode
}

/** A booking question, open or collapsed to its answer. */
export function Question({ booking, name, title, answer, children }: QuestionProps) {
  if (booking.open === name)
    return (
      <div data-open-question className="py-4">
        {children}
      </div>
    )
  return <Folded title={title} answer={answer} onOpen={() => booking.show(name)} />
}

interface FoldedProps extends Pick<QuestionProps, 'title' | 'answer'> {
  onOpen: () => void
}

export function Folded({ title, answer, onOpen }: FoldedProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex min-h-14 w-full min-w-0 items-center gap-3 rounded-card border border-line px-4 py-2.5 text-left hover:border-edge has-[[data-answer]]:bg-card"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-sm text-soft">{title} </span>
        {answer && (
          <span data-answer className="block font-medium wrap-anywhere">
            {answer}
          </span>
        )}
      </span>
      {answer && (
        <>
          <Pencil className="text-soft" />
          <span className="sr-only"> {t('Change')}</span>
        </>
      )}
    </button>
  )
}

/** Scrolls to the open question and focuses its first problem or answer; else the last step. */
export function showQuestion(form: HTMLFormElement | null): void {
  const question = form?.querySelector('[data-open-question]')
  if (!question) return form?.querySelector<HTMLElement>('[type=submit]')?.focus()
  const problem = question.querySelector(
    'fieldset[aria-describedby], div:has(> [aria-invalid], > span > [aria-invalid])',
  )
  const answer = [
    '[data-best] input:checked',
    '[data-best] input',
    'input:checked',
    'input:not(:disabled)',
    'select',
    'textarea',
  ]
    .map((selector) => (problem ?? question).querySelector<HTMLElement>(selector))
    .find(Boolean)
  answer?.focus({ preventScroll: true })
  if (problem) problem.scrollIntoView({ block: 'center' })
  // Align tall questions with the top of the window.
  else
    question.scrollIntoView({
      block: question.clientHeight > innerHeight / 2 ? 'start' : 'nearest',
    })
}
