import { formatAmount, formatNumber } from '#shared/texts/format.ts'
import { notDoneLabels } from '#shared/rules/not-done.ts'
import { checklist, type Ticking } from '#shared/rules/checklist.ts'
import { openingEvents } from '#shared/rules/conversation.ts'
import { decimalFromCents, centsFromDecimal } from '#shared/rules/money.ts'
import { paidBy } from '#shared/rules/recorded-payments.ts'
import { photoMomentLabels } from '#shared/rules/photos.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { WorkChange } from './waiting-changes.ts'

export function describeWorkChange(change: WorkChange): {
  what: string
  entered?: string | undefined
} {
  switch (change.kind) {
    case 'status':
      return change.body.status === 'in_progress'
        ? { what: t('Start of the service') }
        : {
            what: t('Completion'),
            entered: [change.body.technicianNotes, describeReceived(change.body.received)]
              .filter(Boolean)
              .join(', '),
          }
    case 'notDone': {
      const { reason, note } = change.body
      return {
        what: t('The service could not be done'),
        entered: [translate(notDoneLabels[reason]), note].filter(Boolean).join(', '),
      }
    }
    case 'checklist':
      return { what: t('Service Checklist'), entered: describeTicks(change.body) }
    case 'notes':
      return { what: t('Technician notes'), entered: change.body.technicianNotes }
    case 'measurements': {
      const { odometerMiles, filledQuarts } = change.body
      const entered = [
        odometerMiles !== undefined && t('{miles} mi', { miles: formatNumber(odometerMiles) }),
        filledQuarts !== undefined && t('{quarts} qt', { quarts: formatNumber(filledQuarts) }),
      ]
      return { what: t('Measurements'), entered: entered.filter(Boolean).join(', ') }
    }
    case 'extra':
    case 'correctExtra': {
      const { description, quantity = 1, unitPrice } = change.body
      const price = formatAmount(decimalFromCents(centsFromDecimal(unitPrice) ?? 0))
      const words = { description, quantity, price }
      const what = change.kind === 'extra' ? t('Extra') : t('Correction of an extra')
      return { what, entered: t('{description}, {quantity} × {price}', words) }
    }
    case 'removeExtra':
      return { what: t('Removal of an extra'), entered: change.before.description }
    case 'removeAddon':
      return { what: t('Removal of an add-on'), entered: change.addon.name }
    case 'message':
      return { what: t('Message'), entered: change.body.message }
    case 'announce':
      return { what: translate(openingEvents[change.body.event ?? 'on_my_way'].label) }
    case 'endConversation':
      return { what: t('Close Communication') }
    case 'photo':
      return { what: t('Photo'), entered: translate(photoMomentLabels[change.moment]) }
    case 'addon':
      return { what: t('Add-on'), entered: change.name }
  }
}

/** Every changed step on its own line. */
const describeTicks = ({ items, seen = [] }: Ticking): string =>
  checklist
    .filter(({ id }) => items.includes(id) !== seen.includes(id))
    .map(({ id, label }) => {
      const words = { step: translate(label) }
      return items.includes(id) ? t('Ticked: {step}', words) : t('Unticked: {step}', words)
    })
    .join('\n')

type Received = NonNullable<Extract<WorkChange, { kind: 'status' }>['body']['received']>

const describeReceived = (received: Received | undefined): string =>
  received
    ? [`${paidBy(received.method)} ${formatAmount(String(received.amount))}`, received.reference]
        .filter(Boolean)
        .join(', ')
    : ''
