import { writeSessionStore, readSessionStore } from '#client/app/session-store.ts'
import { t, translate } from '#shared/texts/t.ts'

type Problem = { message?: string; details?: { fields?: { path: string; message: string }[] } }

/**
 * Submits the contact form without a reload, with errors at their fields. Calls `onSent`, or else replaces the form
 * with the thanks. Returns the undo.
 */
export function enableContactForm(onSent?: () => void): () => void {
  const form = document.querySelector<HTMLFormElement>('form[data-contact]')
  if (form) restore(form)
  const remember = () => form && writeSessionStore(draft, textOf(form))
  const submit = (event: Event) => {
    event.preventDefault()
    if (form && form.ariaBusy !== 'true') void send(form, onSent ?? (() => showThanks(form)))
  }
  form?.addEventListener('submit', submit)
  form?.addEventListener('input', remember)
  return () => {
    form?.removeEventListener('submit', submit)
    form?.removeEventListener('input', remember)
  }
}

/** Input survives a reload until it is sent. */
const draft = 'contact form'

const textOf = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

function restore(form: HTMLFormElement): void {
  const typed = readSessionStore(draft) as Record<string, string> | null
  for (const [name, value] of Object.entries(typed ?? {})) {
    const field = form.elements.namedItem(name)
    const isTyped = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    if (isTyped && field.type !== 'hidden') field.value = value
  }
}

async function send(form: HTMLFormElement, onSent: () => void): Promise<void> {
  const values = textOf(form)
  form.ariaBusy = 'true'
  for (const place of form.querySelectorAll('[data-error]')) say(form, place, '')
  const response = await fetch('/api/contact', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  }).catch(() => undefined)
  form.ariaBusy = 'false'
  if (response?.ok) {
    writeSessionStore(draft, null)
    form.reset()
    return onSent()
  }
  showProblem(form, (await response?.json().catch(() => undefined)) as Problem | undefined)
}

function showProblem(form: HTMLFormElement, problem: Problem | undefined): void {
  const fields = problem?.details?.fields ?? []
  for (const { path, message } of fields) {
    const place = form.querySelector(`[data-error="${path}"]`)
    if (place) say(form, place, message)
  }
  const first = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (first) return first.focus()
  const place = form.querySelector('[data-error=""]')
  const unreachable = t('No connection. Please check the network and try again.')
  if (place) say(form, place, problem?.message ?? unreachable)
}

function say(form: HTMLFormElement, place: Element, message: string): void {
  place.textContent = translate(message)
  place.toggleAttribute('hidden', message === '')
  const field = form.querySelector(`[aria-describedby="${place.id}"]`)
  if (message) field?.setAttribute('aria-invalid', 'true')
  else field?.removeAttribute('aria-invalid')
}

function showThanks(form: HTMLFormElement): void {
  const thanks = document.querySelector<HTMLElement>('[data-contact-sent]')
  form.hidden = true
  if (!thanks) return
  thanks.hidden = false
  thanks.focus()
}
