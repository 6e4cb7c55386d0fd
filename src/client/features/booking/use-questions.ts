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
  /** When it is asked who the booking is for. */
  who?: 'first' | 'last'
  /** Goes through each question once, also those that have an answer already. */
  everyQuestion?: boolean
  /** The office asks somebody on the phone: all questions of a visit are open at once. */
  byOffice?: boolean
}

/** Long enough to see what one has chosen before it folds up. */
const settleMs = 200

/** Which question is open, what it lacks of what is `missing`, and where the next step leads. */
export function useQuestions<Own>(
  { draft, setDraft }: SavedDraft<Own>,
  { who, everyQuestion, byOffice = false }: Order,
  visits: readonly VisitDraft[],
  missing: readonly Problem[],
) {
  /** The question whose problems are said: nobody is told before they have tried to go on. */
  const [told, setTold] = useState<Question | 'all' | null>(null)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  /** How often the page has moved on: the focus follows. */
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

  /** Opens a question, of one visit where there are several; `tell` says what it lacks, `follow` takes the focus there. */
  function show(question: Question | 'none', { key = editing, tell = false, follow = true } = {}) {
    // Whoever comes back to it at once is not led on again by the choice of before.
    setSettled(null)
    // What is open stays until the next one has been loaded.
    startTransition(() => {
      setDraft((before) => ({
        ...before,
        open: question,
        editing: key,
        passed: open === 'none' || lacking ? before.passed : [...new Set([...before.passed, open])],
      }))
      if (!byOffice) setTold(tell && question !== 'none' ? question : null)
      else if (tell) setTold('all')
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

  /** What was refused and is being corrected counts as correct until it is sent again. */
  const forgive = (question?: Question) =>
    setRefused((all) =>
      all.filter((problem) => !isShown(problem) || (question && !asksFor(question, problem.field))),
    )
  const isAnswered = (question: Question) => !missing.some(({ field }) => asksFor(question, field))
  // The package is always proposed, and the last part is to submit.
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
    /** Whether going on leads to another question. */
    hasNext: next !== undefined,
    show,
    /** What to say at a field of the open question. */
    problem(field: Field): string | undefined {
      const isTold = told === 'all' || told === open
      const found = [...refused, ...(isTold ? missing : [])].find(
        (problem) => problem.field === field && isShown(problem),
      )
      return found && translate(found.message)
    },
    /** Leads on; true when nothing is left to be asked. */
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
    /** Leads on by itself from a choice that is the whole answer; whoever walks through it by keys goes on themself. */
    settle() {
      if (byPointer.current && !byOffice) setSettled({ question: open })
    },
    pressed: (pointer: boolean) => {
      byPointer.current = pointer
    },
    forgive,
    /** Opens the question of a visit whose time is gone, and says there why. */
    refuseTime(key: number, message: string): void {
      setRefused([{ field: 'scheduledTime', message, key }])
      show('time', { key })
    },
    /** Opens the question that an error answer names; false when it names none. */
    refuse(details: unknown): boolean {
      const fields = refusedFields(details, visits)
      const first = steps.find((step) => fields.some((problem) => concerns(problem, step)))
      setRefused(fields)
      if (first) show(first.question, { key: first.key ?? editing })
      return first !== undefined
    },
  }
}

/** Whether somebody already writes elsewhere, as a code after a time: what they type must not go astray. */
const isSomebodyWriting = () =>
  document.activeElement?.matches('textarea, input:not([type=radio], [type=checkbox])') === true
