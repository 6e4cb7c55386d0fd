import { t, text, translate } from '../texts/t.ts'
import type { ConsentWay } from '../rules/text-consent.ts'
import type { CustomerEvent } from './customers.ts'

type Event = Pick<CustomerEvent, 'kind' | 'fields' | 'consent'>

/** A customer record's event as its history shows it. */
export function describeEvent(event: Event): string {
  const what = eventInWords(event)
  return event.kind === 'changed' ? t('Changed: {fields}', { fields: what }) : what
}

/** The same without the verb: only the fields. */
export function eventInWords({ kind, fields, consent }: Event): string {
  switch (kind) {
    case 'added':
      return t('Added by the office')
    case 'changed':
      return fields.map(nameOfField).join(', ')
    case 'note_added':
      return t('Note written')
    case 'note_removed':
      return t('Note removed')
    case 'vehicle_recovered':
      return t('Deleted car brought back')
    case 'merged':
      return t('Merged with another customer')
    case 'texts_agreed':
      return translate(agreedWords[consent?.how ?? 'app'])
    case 'texts_ended':
      return translate(endedWords[consent?.how ?? 'app'])
  }
}

const agreedWords: Record<ConsentWay, string> = {
  app: text('Agreed to texts in the app'),
  office: text('Agreed to texts through the office'),
  text: text('Agreed to texts by text'),
  provider: text('Agreed to texts, as the phone provider reports'),
  number: text('Agreed to texts to a new number'),
}
const endedWords: Record<ConsentWay, string> = {
  app: text('Turned texts off in the app'),
  office: text('Ended texts through the office'),
  text: text('Ended texts by text'),
  provider: text('Opted out of texts, as the phone provider reports'),
  number: text('Texts ended because the phone number changed'),
}

const fieldLabels: Record<string, string> = {
  firstName: text('First name'),
  lastName: text('Last name'),
  email: text('E-mail'),
  phone: text('Phone'),
  tags: text('Tags'),
  maxVisitsWithoutCard: text('Upcoming visits without a card'),
  invoicing: text('Payment by invoice'),
}

/** Changeable fields of a customer's record. */
export const customerFields = Object.keys(fieldLabels)

/** The label of a field of a customer's record. */
export function nameOfField(field: string): string {
  const label = fieldLabels[field]
  return label ? translate(label) : field
}
