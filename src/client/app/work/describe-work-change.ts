import { formatAmount, formatNumber } from '#shared/texts/format.ts'
import { notDoneLabels } from '#shared/rules/not-done.ts'
import { checklist, type Ticking } from '#shared/rules/checklist.ts'
import { openingEvents } from '#shared/rules/conversation.ts'
import { isPresetExtra } from '#shared/rules/extras.ts'
import { countResults, itemsOf, resultLabels } from '#shared/rules/inspections.ts'
import { decimalFromCents, centsFromDecimal } from '#shared/rules/money.ts'
import { paidBy } from '#shared/rules/recorded-payments.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { tireDeclineLabels, type Tires, wheels } from '#shared/rules/tires.ts'
import { type Phrase, phrase, phraseOf, runInEnglish, wording } from '#shared/texts/t.ts'
import type { WorkChange } from './waiting-changes.ts'

/** A queued change as texts the server can translate: its kind, the choices made, and anything typed. */
export function phrasesOfChange(change: WorkChange): {
  what: Phrase
  said?: Phrase[]
  typed?: string | undefined
} {
  switch (change.kind) {
    case 'status': {
      const { status, technicianNotes: typed, received, tires } = change.body
      return status === 'in_progress'
        ? { what: phrase('Start of the service') }
        : {
            what: phrase('Completion'),
            said: [...describeReceived(received), ...describeRecordedTires(tires)],
            typed,
          }
    }
    case 'notDone':
      return {
        what: phrase('The service could not be done'),
        said: [phraseOf(notDoneLabels[change.body.reason])],
        typed: change.body.note,
      }
    case 'checklist':
      return { what: phrase('Service Checklist'), said: describeTicks(change.body) }
    case 'notes':
      return { what: phrase('Technician notes'), typed: change.body.technicianNotes }
    case 'measurements': {
      const { odometerMiles: miles, filledQuarts: quarts, tires } = change.body
      const said = [
        ...(miles === undefined ? [] : [phrase('{miles} mi', { miles: formatNumber(miles) })]),
        ...(quarts === undefined ? [] : [phrase('{quarts} qt', { quarts: formatNumber(quarts) })]),
        ...describeRecordedTires(tires),
        ...(change.used ? [phrase('Used: {products}', { products: change.used })] : []),
      ]
      return { what: phrase('Measurements'), said }
    }
    case 'extra':
    case 'correctExtra': {
      const what = change.kind === 'extra' ? phrase('Extra') : phrase('Correction of an extra')
      return { what, said: [describeLine(change.body)] }
    }
    case 'estimate':
      return { what: phrase('Question to the customer'), said: change.body.lines.map(describeLine) }
    case 'answer': {
      const { approved = [], person, said: typed } = change.body
      const said = change.lines.map((line) => {
        const description = describeExtra(line)
        return approved.includes(line.id)
          ? phrase('Approved: {description}', { description })
          : phrase('Declined: {description}', { description })
      })
      return { what: phrase('Answer of {person}', { person }), said, typed }
    }
    case 'removeExtra': {
      const described = describeExtra(change.before)
      const what = phrase('Removal of an extra')
      return typeof described === 'string'
        ? { what, typed: described }
        : { what, said: [described] }
    }
    case 'removeAddon':
      return { what: phrase('Removal of an add-on'), typed: change.addon.name }
    case 'message':
      return { what: phrase('Message'), typed: change.body.message }
    case 'announce':
      return { what: phraseOf(openingEvents[change.body.event ?? 'on_my_way'].label) }
    case 'endConversation':
      return { what: phrase('Close Communication') }
    case 'inspection':
      return { what: phrase('Inspection'), said: describeFindings(change) }
    case 'photo':
      return { what: phrase('Photo'), said: [phraseOf(photoMomentLabels[change.moment])] }
    case 'addon':
      return { what: phrase('Add-on'), typed: change.name }
  }
}

/** The same in the reader's language. */
export function describeWorkChange(change: WorkChange): { what: string; entered?: string } {
  const { what, said = [], typed } = phrasesOfChange(change)
  const entered = [...said.map(wording), typed]
    .filter(Boolean)
    .join(change.kind === 'checklist' || change.kind === 'inspection' ? '\n' : ', ')
  return { what: wording(what), ...(entered && { entered }) }
}

/** A line for each finding, except good ones without a value or note. */
function describeFindings({
  template,
  body,
}: Extract<WorkChange, { kind: 'inspection' }>): Phrase[] {
  const { ok, watch, fail } = countResults(template.groups, body.findings)
  const noted = itemsOf(template.groups).flatMap(({ id, label }) => {
    const found = body.findings.find(({ itemId }) => itemId === id)
    if (!found || (found.result === 'ok' && found.measure === undefined && !found.note)) return []
    const { measure, unit, note = '' } = found
    const result = phraseOf(resultLabels[found.result])
    const value = measure !== undefined && unit ? `${formatNumber(measure, 2)} ${unit}` : ''
    const more = [value, note].filter(Boolean).join(', ')
    const line: Phrase = more
      ? { text: '{item}: {result}, {more}', params: { item: label, result, more } }
      : { text: '{item}: {result}', params: { item: label, result } }
    return [line]
  })
  return [phrase('{ok} good, {watch} to watch, {fail} need work', { ok, watch, fail }), ...noted]
}

/** Phrases, so that the office reads them in its language. */
function describeRecordedTires(tires: Tires | undefined): Phrase[] {
  if (!tires) return []
  const { psi, declined } = tires
  if (declined)
    return [phrase('Not measured: {reason}', { reason: phraseOf(tireDeclineLabels[declined]) })]
  return (psi ?? []).map((value, at) => ({
    text: '{wheel} {pressure} psi',
    params: {
      wheel: phraseOf((wheels[at] ?? wheels[0]).label),
      pressure: formatNumber(value),
    },
  }))
}

function describeLine(line: {
  description: string
  quantity?: number | undefined
  unitPrice: string | number
}): Phrase {
  const { quantity = 1, unitPrice } = line
  const price = formatAmount(decimalFromCents(centsFromDecimal(unitPrice) ?? 0))
  const words = { description: describeExtra(line), quantity, price }
  return phrase('{description}, {quantity} × {price}', words)
}

const describeExtra = ({ description }: { description: string }) =>
  isPresetExtra(description) ? phraseOf(description) : description

/** A line for every changed step. */
const describeTicks = ({ items, seen = [] }: Ticking): Phrase[] =>
  checklist
    .filter(({ id }) => items.includes(id) !== seen.includes(id))
    .map(({ id, label }) => {
      const step = phraseOf(label)
      return items.includes(id)
        ? phrase('Ticked: {step}', { step })
        : phrase('Unticked: {step}', { step })
    })

type Received = NonNullable<Extract<WorkChange, { kind: 'status' }>['body']['received']>

function describeReceived(received: Received | undefined): Phrase[] {
  if (!received) return []
  const { method, amount, reference } = received
  const how = phraseOf(runInEnglish(() => paidBy(method)))
  return [
    { text: '{how} {amount}', params: { how, amount: formatAmount(String(amount)) } },
    ...(reference ? [{ text: '{reference}', params: { reference } }] : []),
  ]
}
