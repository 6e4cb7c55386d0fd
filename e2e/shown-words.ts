import type { Page } from '@playwright/test'
import { firstInspectionTemplate } from '#server/reference/inspection-template.ts'
import { firstProducts } from '#server/reference/products.ts'
import { addressStates, stateTitles } from '#shared/rules/us-states.ts'
import { walletNames } from '#shared/rules/wallets.ts'
import { languageCodes, offeredLanguages } from '#shared/texts/languages.ts'

/** Fields with names and texts of people, cars, packages and the operator. */
const dataFields = new Set(
  [
    'brandName tagline supportEmail claims browser system',
    'firstName lastName name customerName technicianName email recipient',
    'vehicle make model trim engine licensePlate vin',
    'servicePackageName packageName plan company features description serviceAddress address city number jobNumber cardBrand brand',
    'comment accessNotes customerNotes technicianNotes',
    // Messages between people, and the demo's list of mails.
    'message subject body tags note',
    // An imported file, and its columns.
    'fileName column header',
    // The reason for a closure.
    'reason blockedReason',
    // Author, text and reference of a day's sign-off or explanation.
    'by words reference',
  ].flatMap((names) => names.split(' ')),
)

/** Placeholders of fields, and names that appear in notifications without a field of their own. */
const examples = [
  'Toyota',
  'Camry',
  'ABC 1234',
  '123 Main St, Austin, TX 78701',
  '123 Main St',
  // The languages' own names.
  ...offeredLanguages.map(({ name }) => name),
  ...Object.values(walletNames),
  ...stateTitles.values(),
  // The audit log names products in a sentence.
  ...firstProducts.map(({ name }) => name),
  // What technicians inspect is the owner's to word.
  ...firstInspectionTemplate.groups
    .flatMap(({ title, items }) => [
      title,
      ...items.flatMap(({ label, watchAdvice, failAdvice }) => [label, watchAdvice, failAdvice]),
    ])
    .filter(Boolean),
]

const dates = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].flatMap((n) =>
  (['long', 'short'] as const).flatMap((style) => [
    new Intl.DateTimeFormat('en', { month: style }).format(new Date(2026, n, 1)),
    new Intl.DateTimeFormat('en', { weekday: style }).format(new Date(2026, 0, n)),
  ]),
)

/** Texts the browser makes of dates and times, and the short forms of ids. */
const madeWords = [
  new RegExp(`\\b(${[...new Set(dates)].join('|')})\\b`, 'g'),
  /\b\d{1,2}:\d\d\s[AP]M\b/g,
  /\b(in )?\d+ (minute|hour|day)s?( ago)?\b/g,
  /\b[0-9a-f]{6,8}\b/g,
  // Versions of browser and server.
  /^Node$|PostgreSQL [\d.]+|^v[\d.]+$/g,
  /^(Mozilla\/5\.0 .*|en-US|UTC)$/g,
  // Calls and pages tested by the diagnostics.
  /\b(?:GET|HEAD|POST) \/[\w/{}-]*/g,
  /(?<=^|\s)\/[\w/:{}-]*/g,
  // Oil grades, and units of measures.
  /\b[\d.,]+ (mm|psi|V)\b/g,
  /\b\d+W-\d+\b/g,
  // City and ZIP code of an address, and labels of stops on a map.
  /\b[A-Z][a-z]+( [A-Z][a-z]+)* \d{5}\b/g,
  /\b[A-Z]\d+\b/g,
]

/** Short data is removed only as a whole word: Mo is not part of Monday. */
const asWord = (known: string) =>
  known.length > 3 ? known : new RegExp(`(?<!\\w)${known.replace(/\W/g, '\\$&')}(?!\\w)`, 'g')

/** For accented English, where all our letters are accented. */
const hasPlainLetters = (rest: string) => /[a-z]/i.test(rest)

/**
 * Collects the data in all further answers to this page; `untranslated` returns English texts that are not data. `isEnglish`
 * gets a text without its data, and the whole text.
 */
export function watchWords(
  page: Page,
  isEnglish: (rest: string, whole: string) => boolean = hasPlainLetters,
) {
  const data = new Set(examples)
  const reading: Promise<unknown>[] = []
  const remember = (value: unknown, field = ''): void => {
    if (typeof value === 'string') {
      // Service types are shown without their underscores.
      if (field === 'serviceType') data.add(value.replaceAll('_', ' '))
      else if (dataFields.has(field) && /[a-z]/i.test(value)) data.add(value)
    } else if (Array.isArray(value)) for (const one of value) remember(one, field)
    else if (typeof value === 'object' && value) {
      // Conversations show first names.
      if ('phone' in value && 'name' in value && typeof value.name === 'string' && value.name)
        data.add(value.name.replace(/ .*/, ''))
      for (const [name, one] of Object.entries(value)) remember(one, name)
    }
  }
  /** Messages to and from a customer are in a field that elsewhere holds our own texts. */
  const rememberAnswer = (url: string, body: unknown): void => {
    remember(body)
    if (/\/customers\/[^/]+\/messages/.test(url))
      for (const { text } of body as { text: string }[]) data.add(text)
  }
  /** The first answers come with the page. */
  const rememberPage = (html: string): void => {
    const [, answers = '{}'] = /id="answers">(.*?)<\/script>/s.exec(html) ?? []
    remember(JSON.parse(answers))
  }
  page.on('response', (response) => {
    if (response.request().isNavigationRequest())
      reading.push(response.text().then(rememberPage, () => {}))
    if (response.ok() && response.headers()['content-type']?.includes('application/json'))
      reading.push(
        response.json().then(
          (body) => rememberAnswer(response.url(), body),
          () => {},
        ),
      )
  })

  return async function untranslated(): Promise<string[]> {
    await Promise.all(reading)
    const longestFirst = [...data].toSorted((a, b) => b.length - a.length)
    const initials = longestFirst.map((name) => name[0]?.toUpperCase())
    const isInitials = (text: string) =>
      /^[A-Z]{1,2}$/.test(text) && [...text].every((letter) => initials.includes(letter))
    const shown = await page.evaluate(readWords)
    return shown.filter((text) => {
      let rest = text
      for (const known of longestFirst) rest = rest.replaceAll(asWord(known), ' ')
      for (const made of madeWords) rest = rest.replaceAll(made, ' ')
      const isCode = [...addressStates, ...languageCodes].includes(text)
      return isEnglish(rest, text) && !isInitials(text) && !isCode
    })
  }
}

/** Every text of the page, and of the attributes shown or read out, without duplicates; runs in the browser. */
function readWords(): string[] {
  const found = new Set([document.title])
  const walker = document.createTreeWalker(document.body)
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    const element = node instanceof Element ? node : node.parentElement
    // The card form belongs to the provider, with its own languages; the noscript text is in both.
    if (element?.closest('script, noscript, style, datalist, [data-email], #card-container'))
      continue
    if (node instanceof Text) found.add(node.data.trim())
    else if (node instanceof Element)
      for (const name of ['aria-label', 'aria-description', 'placeholder', 'title', 'alt'])
        found.add(node.getAttribute(name) ?? '')
  }
  return [...found]
}
