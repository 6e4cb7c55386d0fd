import { t, text, translate } from '../texts/t.ts'

/** The wheels in the order in which pressures are stored. */
export const wheels = [
  { id: 'frontLeft', label: text('Front left') },
  { id: 'frontRight', label: text('Front right') },
  { id: 'rearLeft', label: text('Rear left') },
  { id: 'rearRight', label: text('Rear right') },
] as const

/** Psi; a flat tire has 0, and truck tires up to 120. */
export const maxPsi = 150

export const tireDeclines = ['customer', 'recent', 'unsafe'] as const
type TireDecline = (typeof tireDeclines)[number]

/** Why pressures were not measured. */
export const tireDeclineLabels: Record<TireDecline, string> = {
  customer: text('The customer declined'),
  recent: text('The customer had them checked recently'),
  unsafe: text('A tire is not safe to inflate'),
}

/** The four pressures in psi after inflating, in the order of `wheels`, or why they were not measured. */
export type Tires = { psi?: number[] | undefined; declined?: TireDecline | undefined }

/** One line for receipts, histories and the technician. */
export function describeTires(
  { psi, declined }: { psi?: readonly number[] | undefined; declined?: TireDecline | undefined },
  formatNumber: (value: number) => string,
): string {
  if (declined)
    return t('Not measured: {reason}', { reason: translate(tireDeclineLabels[declined]) })
  const measured = (psi ?? []).map((value, at) => {
    const { label } = wheels[at] ?? wheels[0]
    return `${translate(label)} ${formatNumber(value)}`
  })
  return `${measured.join(', ')} psi`
}
