import { type ExtraType, extraTypes } from '#shared/rules/extras.ts'
import { decimalFromCents } from '#shared/rules/money.ts'

/** What an extra's type may bring along; the price as a decimal string. */
type ExtraDraft = { serviceType?: ExtraType; description: string; unitPrice: string | number }

function presetOf(type: ExtraType | undefined) {
  const preset = type && extraTypes[type]
  if (!preset || !('priceCents' in preset)) return { description: '', unitPrice: '' }
  return { description: preset.description, unitPrice: decimalFromCents(preset.priceCents) }
}

/** Another type brings its preset; what somebody typed themselves stays when it brings none. */
export function presetFor(type: ExtraType, draft: ExtraDraft) {
  const before = presetOf(draft.serviceType)
  const preset = presetOf(type)
  const typed = <Name extends 'description' | 'unitPrice'>(name: Name) =>
    draft[name] === before[name] ? '' : draft[name]
  return {
    description: preset.description || typed('description'),
    unitPrice: preset.unitPrice || typed('unitPrice'),
  }
}
