import type { ProductCategory } from '#shared/rules/catalog.ts'
import type { ExtraType } from '#shared/rules/extras.ts'

type FirstProduct = {
  sku: string
  name: string
  category: ProductCategory
  priceCents: number
  description: string
  /** The extra that uses one of it. */
  extraType?: ExtraType
}

/** A short starting list; the operator edits it under products and enters the stock. */
export const firstProducts: FirstProduct[] = [
  {
    sku: 'ADD-AIR',
    name: 'Engine air filter',
    category: 'addon',
    priceCents: 2999,
    description: 'New engine air filter, fitted during the visit.',
    extraType: 'air_filter',
  },
  {
    sku: 'ADD-CABIN',
    name: 'Cabin air filter',
    category: 'addon',
    priceCents: 3499,
    description: 'New cabin air filter, fitted during the visit.',
    extraType: 'cabin_filter',
  },
  {
    sku: 'ADD-WIPERS',
    name: 'Wiper blades, front pair',
    category: 'addon',
    priceCents: 3999,
    description: 'Two all-weather blades in the right length, fitted.',
    extraType: 'windshield_wiper',
  },
  {
    sku: 'SRV-BATTERY',
    name: 'Battery test',
    category: 'service',
    priceCents: 1499,
    description: 'Load test of battery and alternator with a printed result.',
  },
  {
    sku: 'SRV-TIRES',
    name: 'Tire rotation',
    category: 'service',
    priceCents: 2999,
    description: 'Rotation, pressures set and tread depth measured.',
  },
  {
    sku: 'OIL-5W30-C',
    name: '5W-30 conventional, quart',
    category: 'oil',
    priceCents: 699,
    description: 'One quart beyond what the package includes.',
    extraType: 'oil_quart_conventional',
  },
  {
    sku: 'OIL-5W30-SB',
    name: '5W-30 synthetic blend, quart',
    category: 'oil',
    priceCents: 899,
    description: 'One quart beyond what the package includes.',
    extraType: 'oil_quart_semi_synthetic',
  },
  {
    sku: 'OIL-0W20-FS',
    name: '0W-20 full synthetic, quart',
    category: 'oil',
    priceCents: 1099,
    description: 'One quart beyond what the package includes.',
    extraType: 'oil_quart_full_synthetic',
  },
  {
    sku: 'OIL-15W40-D',
    name: '15W-40 diesel full synthetic, quart',
    category: 'oil',
    priceCents: 1299,
    description: 'One quart beyond what the package includes.',
    extraType: 'oil_quart_diesel_full_synthetic',
  },
  {
    sku: 'FLT-STD',
    name: 'Oil filter, spin-on',
    category: 'filter',
    priceCents: 899,
    description: 'Standard spin-on oil filter, included in every package.',
  },
]
