import type { Settings } from '#shared/rules/settings.ts'
import { usesEverything } from '#shared/rules/uses.ts'

/** The demo business's public claims. They are invented, so no other business may show them. */
export const demoBusiness: Partial<Settings> = {
  supportEmail: 'support@fivequart.example',
  supportPhone: '(555) 010-0142',
  claims: [
    '30-minute service',
    'Insured professionals',
    'Premium oils from conventional to full synthetic',
    '100% satisfaction guarantee',
  ],
  replyHours: 24,
  cancelFeeCents: 2500,
  takesCash: true,
  takesChecks: true,
  techniciansRecordPayments: true,
  uses: usesEverything,
  confirmedSteps: ['hours', 'area', 'prices', 'tax', 'payment', 'stock', 'import', 'uses'],
}

/** What the demo's people wrote, in Spanish by the English. */
export const demoSpanish: Readonly<Record<string, string>> = {
  'Rear wiper blade': 'Limpiaparabrisas trasero',
  'Front wiper blades': 'Limpiaparabrisas delanteros',
  'Battery replacement': 'Cambio de batería',
  '30-minute service': 'Servicio en 30 minutos',
  'Insured professionals': 'Profesionales asegurados',
  'Premium oils from conventional to full synthetic':
    'Aceites de primera, del convencional al sintético',
  '100% satisfaction guarantee': 'Satisfacción 100% garantizada',
}
