import { t, text, translate } from '../texts/t.ts'
import type { CustomerEvent } from './customers.ts'

type Event = Pick<CustomerEvent, 'kind' | 'fields'>

/** A customer record's event as its history shows it. */
export function describeEvent(event: Event): string {
  const what = eventInWords(event)
  return event.kind === 'changed' ? t('Changed: {fields}', { fields: what }) : what
}

/** The same without the verb: only the fields. */
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
