import { ordinaryWidth, plainText } from '#shared/rules/plain-text.ts'
import type { AreaAnswer } from '#shared/rules/service-area.ts'
import { t } from '#shared/texts/t.ts'

/** Shows below the landing page's form whether the business serves a ZIP code, once it has five digits. */
export function enableZipCheck(): () => void {
  const form = document.querySelector<HTMLFormElement>('form[data-zip-check]')
  const field = form?.querySelector('input')
  const place = form?.querySelector('[data-zip-answer]')
  if (!form || !field || !place) return () => {}

  const answer = async (isRequested: boolean) => {
    const zip = typedZip(field.value)
    place.replaceChildren()
    field.removeAttribute('aria-invalid')
    if (!zip) {
      if (!isRequested) return
      field.setAttribute('aria-invalid', 'true')
      place.textContent = t('A ZIP code has five digits')
      return field.focus()
    }
    const response = await fetch(`/api/service-area?zip=${zip}`).catch(() => undefined)
    const found = response?.ok ? ((await response.json()) as { answer: AreaAnswer }) : undefined
    // The input changed in the meantime.
    if (typedZip(field.value) !== zip) return
    place.replaceChildren(...(found ? [inWords(found.answer, zip), ' ', bookLink()] : [failed()]))
  }
  const input = () => void answer(false)
  const submit = (event: Event) => {
    event.preventDefault()
    void answer(true)
  }
  form.addEventListener('input', input)
  form.addEventListener('submit', submit)
  return () => {
    form.removeEventListener('input', input)
    form.removeEventListener('submit', submit)
  }
}

/** Five digits, from any spelling of a whole ZIP code, also with its four more. */
const typedZip = (typed: string): string | undefined =>
  /^(\d{5})(?:[- ]?\d{4})?$/.exec(ordinaryWidth(plainText(typed)).trim())?.[1]

const inWords = (answer: AreaAnswer, zip: string): string =>
  answer === 'outside'
    ? t('{zip} is outside our usual area. You can still ask: we confirm each visit there.', { zip })
    : answer === 'unknown'
      ? t('We do not know where {zip} is. With your address we can tell.', { zip })
      : t('Yes, we come to {zip}.', { zip })

const failed = () => t('This could not be checked. Please try again.')

function bookLink(): HTMLElement {
  const link = document.createElement('a')
  link.href = '/guest-booking'
  link.className = 'inline-block py-1 font-medium whitespace-nowrap text-ink underline'
  link.textContent = t('Book a visit')
  return link
}
