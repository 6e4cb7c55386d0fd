import { t, text, translate } from '../texts/t.ts'
import type { CustomerEvent } from './customers.ts'

type Event = Pick<CustomerEvent, 'kind' | 'fields'>

/** What was done to a customer's record, as its history says it. */
export function describeEvent(event: Event): string {
  const what = eventInWords(event)
  return event.kind === 'changed' ? t('Changed: {fields}', { fields: what }) : what
}

/** The same where it is said already that something was changed: the fields alone. */
export function eventInWords({ kind, fields }: Event): string {
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
  }
}

const fieldLabels: Record<string, string> = {
  firstName: text('First name'),
  lastName: text('Last name'),
  email: text('E-mail'),
  phone: text('Phone'),
  tags: text('Tags'),
  maxVisitsWithoutCard: text('Visits ahead without a card'),
  invoicing: text('Payment by invoice'),
}

/** What of a customer's record may be changed. */
export const customerFields = Object.keys(fieldLabels)

/** What a part of a customer's record is called. */
export function nameOfField(field: string): string {
  const label = fieldLabels[field]
  return label ? translate(label) : field
}
