import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { translate } from '#shared/texts/t.ts'
import type { Question, VisitDraft } from './booking-draft.ts'
import {
  asksFor,
  concerns,
  type Field,
  type Problem,
  refusedFields,
  type Step,
  stepsOf,
} from './questions.ts'
import type { SavedDraft } from './use-booking-draft.ts'

export interface Order {
  /** Position of the `who` question. */
  who?: 'first' | 'last'
  /** Visits each question once, even if already answered. */
  everyQuestion?: boolean
  /** For phone bookings: all questions of a visit are open at once. */
  byOffice?: boolean
}

/** Long enough to see a choice before its question collapses. */
const settleMs = 200

/** The open question, its `missing` fields, and the next step. */
export function useQuestions<Own>(
  { draft, setDraft }: SavedDraft<Own>,
  { who, everyQuestion, byOffice = false }: Order,
  visits: readonly VisitDraft[],
  missing: readonly Problem[],
) {
  /** The question showing its problems; none before an attempt to continue. */
  const [told, setTold] = useState<Question | 'all' | null>(null)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  /** Counts moves between questions; focus follows. */
  const [moves, setMoves] = useState(0)
  const [settled, setSettled] = useState<{ question: Question | 'none' } | null>(null)
  const byPointer = useRef(false)

  const steps = stepsOf(visits, who)
  const pending = steps.filter(
    (step) =>
      [...missing, ...refused].some((problem) => concerns(problem, step)) ||
      (everyQuestion && !draft.passed.includes(step.question)),
  )
  const open = draft.open ?? pending[0]?.question ?? 'none'
  const editing = visits.find(({ key }) => key === draft.editing)?.key ?? visits[0]?.key ?? 0
  const isHere = ({ question, key = editing }: Step) =>
    (byOffice || question === open) && key === editing
  const shown = steps.filter(isHere)
  const next = pending.find((step) => !isHere(step))
  const isShown = (problem: Problem) => shown.some((step) => concerns(problem, step))
  const lacking = byOffice ? missing.length > 0 : missing.some(isShown)

  /** Opens a question, `key` picks the visit; `tell` shows its problems, to the office all unless `only`; `follow` moves focus there. */
  function show(
    question: Question | 'none',
    { key = editing, tell = false, only = false, follow = true } = {},
  ) {
    // Don't advance on the earlier choice after returning.
    setSettled(null)
    // Keep the open question until the next one has loaded.
    startTransition(() => {
      setDraft((before) => ({
        ...before,
        open: question,
        editing: key,
        passed: open === 'none' || lacking ? before.passed : [...new Set([...before.passed, open])],
      }))
      if (!byOffice) setTold(tell && question !== 'none' ? question : null)
      else if (tell) setTold(only && question !== 'none' ? question : 'all')
      if (follow) setMoves((count) => count + 1)
    })
  }

  const showNext = (follow = true) =>
    show(next?.question ?? 'none', { key: next?.key ?? editing, follow })

  const leave = useEffectEvent(() => {
    if (!lacking && settled?.question === open) showNext(!isSomebodyWriting())
  })
  useEffect(() => {
    if (!settled) return
    const timer = setTimeout(() => leave(), settleMs)
    return () => clearTimeout(timer)
  }, [settled])

  /** Clears the errors of a corrected question until it is sent again. */
  const forgive = (question?: Question) =>
    setRefused((all) =>
      all.filter((problem) => !isShown(problem) || (question && !asksFor(question, problem.field))),
    )
  const isAnswered = (question: Question) => !missing.some(({ field }) => asksFor(question, field))
  // The package is always preselected, and the last part is submitting.
  const asks = [...new Set(steps.map(({ question }) => question))].filter(
    (one) => one !== 'package',
  )

  return {
    who,
    byOffice,
    open,
    editing,
    moves,
    known: asks.filter(isAnswered).length,
    all: asks.length + 1,
    isAnswered,
    hasNext: next !== undefined,
    show,
    problem(field: Field): string | undefined {
      const isTold = told === 'all' || (told === open && (!byOffice || asksFor(told, field)))
      const found = [...refused, ...missing.filter(({ isNews }) => isTold || isNews)].find(
        (problem) => problem.field === field && isShown(problem),
      )
      return found && translate(found.message)
    },
    /** Opens the next question; true when none is left. */
    goOn(): boolean {
      forgive()
      if (byOffice) {
        const lack = steps.find((step) => missing.some((problem) => concerns(problem, step)))
        if (lack) show(lack.question, { key: lack.key ?? editing, tell: true })
        return !lack
      }
      if (lacking) show(open, { tell: true })
      else if (next) showNext()
      return !lacking && !next
    },
    /** Advances after a choice that completes the question, except for keyboard users. */
    settle() {
      if (byPointer.current && !byOffice) setSettled({ question: open })
    },
    pressed: (pointer: boolean) => {
      byPointer.current = pointer
    },
    forgive,
    /** Opens the question of a visit whose slot is gone, with the reason. */
    refuseTime(key: number, message: string): void {
      setRefused([{ field: 'scheduledTime', message, key }])
      show('time', { key })
    },
    /** Opens the question an error names; false if it names none. */
    refuse(details: unknown): boolean {
      const fields = refusedFields(details, visits)
      const first = steps.find((step) => fields.some((problem) => concerns(problem, step)))
      setRefused(fields)
      if (first) show(first.question, { key: first.key ?? editing })
      return first !== undefined
    },
  }
}

/** Whether the user is typing in another field, such as a code: don't steal focus. */
const isSomebodyWriting = () =>
  document.activeElement?.matches('textarea, input:not([type=radio], [type=checkbox])') === true
