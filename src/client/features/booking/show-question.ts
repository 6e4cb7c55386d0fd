/** Brings a question into view, clear of the bars, and puts the focus on its answer. */
export function showQuestion(question: Element | null | undefined): void {
  if (!question) return
  const answer = [':checked', 'input:not(:disabled)', 'textarea']
    .map((selector) => question.querySelector<HTMLElement>(selector))
    .find(Boolean)
  answer?.focus({ preventScroll: true })
  question.scrollIntoView({ block: 'center' })
}

/** The first question of a form that says what is missing. */
export function firstProblem(form: HTMLElement | null): Element | null | undefined {
  return form?.querySelector('fieldset[aria-describedby], div:has(> [aria-invalid])')
}
