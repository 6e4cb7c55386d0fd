/** Brings the open question into view, what it lacks first, with the focus on its answer; else on the last step. */
export function showQuestion(form: HTMLFormElement | null): void {
  const question = form?.querySelector('[data-open-question]')
  if (!question) return form?.querySelector<HTMLElement>('[type=submit]')?.focus()
  const problem = question.querySelector(
    'fieldset[aria-describedby], div:has(> [aria-invalid], > span > [aria-invalid])',
  )
  const answer = ['input:checked', 'input:not(:disabled)', 'select', 'textarea']
    .map((selector) => (problem ?? question).querySelector<HTMLElement>(selector))
    .find(Boolean)
  answer?.focus({ preventScroll: true })
  if (problem) problem.scrollIntoView({ block: 'center' })
  // One that is higher than the window begins at its beginning.
  else
    question.scrollIntoView({
      block: question.clientHeight > innerHeight / 2 ? 'start' : 'nearest',
    })
}
