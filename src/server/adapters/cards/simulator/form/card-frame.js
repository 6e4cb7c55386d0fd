// Inside the frame: checks what is typed and asks the simulator for a token. The number stays here; what is sent is
// the outcome, the brand and the last four digits of a published practice card.
import { loadWords } from './words.js'

const language = new URLSearchParams(location.search).get('language') ?? 'en'
let say = (english) => english

const form = document.getElementById('card')
const inputs = Object.fromEntries(
  ['number', 'expiry', 'cvv', 'zip'].map((id) => [id, document.getElementById(id)]),
)
let simulatedCards = []

const digitsOf = (text) => text.replace(/\D/g, '')
const chosenCard = () =>
  simulatedCards.find((card) => card.number === digitsOf(inputs.number.value))
const tell = (message) => parent.postMessage(message, location.origin)

/** What is wrong with a field, as a sentence that says what to do; undefined when it is fine. */
const checks = {
  number() {
    const digits = digitsOf(inputs.number.value)
    if (digits === '') return say('Please enter a card number.')
    if (!chosenCard())
      return say('Real cards are refused here. Please use one of the practice cards below.')
  },
  expiry() {
    const digits = digitsOf(inputs.expiry.value)
    const month = Number(digits.slice(0, 2))
    if (digits.length !== 4 || month < 1 || month > 12)
      return say('Please enter month and year, like 04 / 29.')
    const firstAfter = new Date(2000 + Number(digits.slice(2)), month, 1)
    if (firstAfter <= new Date()) return say('This card has expired.')
  },
  cvv() {
    if (!/^\d{3,4}$/.test(inputs.cvv.value))
      return say('Please enter the 3 or 4 digits on the card.')
  },
  zip() {
    if (!/^\d{5}$/.test(inputs.zip.value)) return say('Please enter the 5 digits of your ZIP code.')
  },
}

const formats = {
  number: (digits) => digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (digits) =>
    digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2, 4)}` : digits,
  cvv: (digits) => digits.slice(0, 4),
  zip: (digits) => digits.slice(0, 5),
}

function showError(field, message) {
  const line = document.getElementById(`${field}-error`)
  line.textContent = message ?? ''
  line.hidden = !message
  if (message) inputs[field].setAttribute('aria-invalid', 'true')
  else inputs[field].removeAttribute('aria-invalid')
}

/** Formats while typing; the caret stays behind the digit it was behind. */
function reformat(field) {
  const input = inputs[field]
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length
  const text = formats[field](digitsOf(input.value))
  if (text === input.value) return
  input.value = text
  let caret = 0
  for (let seen = 0; caret < text.length && seen < before; caret++)
    if (/\d/.test(text[caret])) seen++
  input.setSelectionRange(caret, caret)
}

function checkAll() {
  const errors = []
  for (const field of Object.keys(inputs)) {
    const message = checks[field]()
    showError(field, message)
    if (message) errors.push({ type: 'VALIDATION_ERROR', field, message })
  }
  return errors
}

async function tokenize() {
  const errors = checkAll()
  if (errors.length > 0) {
    inputs[errors[0].field].focus()
    return { status: 'INVALID', errors }
  }
  const { outcome, brand, number } = chosenCard()
  const last4 = number.slice(-4)
  const digits = digitsOf(inputs.expiry.value)
  const expires = `20${digits.slice(2)}-${digits.slice(0, 2)}`
  try {
    const answer = await fetch('/simulator/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome, brand, last4, expires }),
    })
    const body = await answer.json()
    if (!answer.ok) throw new Error(body.message)
    const card = {
      brand,
      last4,
      expMonth: Number(digits.slice(0, 2)),
      expYear: 2000 + Number(digits.slice(2)),
    }
    return { status: 'OK', token: body.token, details: { method: 'CARD', card } }
  } catch (error) {
    const message =
      error instanceof Error && error.message
        ? error.message
        : say('The card form could not be reached.')
    return { status: 'ERROR', errors: [{ type: 'INTERNAL', field: null, message }] }
  }
}

function fill(card) {
  const year = String(new Date().getFullYear() + 3).slice(2)
  inputs.number.value = formats.number(card.number)
  inputs.expiry.value = formats.expiry(`12${year}`)
  inputs.cvv.value = '123'
  inputs.zip.value = '78701'
  checkAll()
  document.querySelector('details').open = false
  inputs.number.focus()
}

function listCards() {
  const items = simulatedCards.map((card) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.append(formats.number(card.number))
    const does = document.createElement('span')
    does.textContent = `${card.brand}. ${card.does}.`
    button.append(does)
    button.addEventListener('click', () => fill(card))
    const item = document.createElement('li')
    item.append(button)
    return item
  })
  document.getElementById('cards').replaceChildren(...items)
}

for (const field of Object.keys(inputs)) {
  inputs[field].addEventListener('input', () => {
    reformat(field)
    if (inputs[field].hasAttribute('aria-invalid')) showError(field, checks[field]())
  })
  // Not when the page takes the focus: the line would move its button away from the finger that presses it.
  inputs[field].addEventListener('blur', (event) => {
    if (event.relatedTarget && inputs[field].value) showError(field, checks[field]())
  })
}
form.addEventListener('submit', (event) => {
  event.preventDefault()
  tell({ type: 'simulator-event', name: 'submit', field: 'form' })
})
// One hidden way to submit by Enter: a form of several inputs without a button would ignore it.
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) form.requestSubmit()
})

window.addEventListener('message', (event) => {
  if (event.source !== parent || event.origin !== location.origin) return
  if (event.data?.type !== 'simulator-tokenize') return
  const { id } = event.data
  void tokenize().then((result) => tell({ type: 'simulator-result', id, result }))
})

new ResizeObserver(() => {
  tell({
    type: 'simulator-height',
    height: Math.ceil(document.body.getBoundingClientRect().height),
  })
}).observe(document.body)

function sayLabels() {
  document.documentElement.lang = language
  document.title = say('Card details')
  form.setAttribute('aria-label', say('Card details'))
  for (const element of document.querySelectorAll('[data-said]'))
    element.textContent = say(element.textContent.trim())
}

const contents = await loadWords(language)
simulatedCards = contents.cards
say = contents.say
sayLabels()
listCards()
tell({ type: 'simulator-ready' })
