import { type ExtraType, extraTypes } from '#shared/rules/extras.ts'
import { centsFromDecimal, decimalFromCents } from '#shared/rules/money.ts'

/** An extra while it is typed; the price as a decimal string. */
export type ExtraDraft = {
  serviceType: ExtraType | ''
  description: string
  unitPrice: string
  quantity: number
}

export const emptyExtra: ExtraDraft = {
  serviceType: '',
  description: '',
  unitPrice: '',
  quantity: 1,
}

function presetOf(type: ExtraType | ''): Pick<ExtraDraft, 'description' | 'unitPrice'> {
  const preset = type ? extraTypes[type] : undefined
  if (!preset || !('priceCents' in preset)) return { description: '', unitPrice: '' }
  return { description: preset.description, unitPrice: decimalFromCents(preset.priceCents) }
}

/** Another type brings its preset; what somebody typed themselves stays when it brings none. */
export function chooseExtraType(draft: ExtraDraft, serviceType: ExtraType): ExtraDraft {
  const before = presetOf(draft.serviceType)
  const preset = presetOf(serviceType)
  const typed = (name: 'description' | 'unitPrice') =>
    draft[name] === before[name] ? '' : draft[name]
  return {
    ...draft,
    serviceType,
    description: preset.description || typed('description'),
    unitPrice: preset.unitPrice || typed('unitPrice'),
  }
}

/** What the draft asks for and its total, when type, price and description are all there; else undefined. */
export function completeExtra(draft: ExtraDraft) {
  const { serviceType, unitPrice, quantity } = draft
  const description = draft.description.trim()
  const cents = centsFromDecimal(unitPrice.trim())
  if (!serviceType || !description || cents === undefined) return undefined
  const form = { serviceType, description, unitPrice: decimalFromCents(cents), quantity }
  return { form, totalCents: cents * quantity }
}
