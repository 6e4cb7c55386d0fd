import type { OilType } from '#shared/rules/oil.ts'

type FirstPackage = {
  name: string
  description: string
  basePriceCents: number
  oilType: OilType
  features: string[]
  includedQuarts?: number
  isRecommended?: true
  /** SKU of the oil it uses. */
  oil: string
}

/** Every package uses one. */
export const firstFilter = 'FLT-STD'

const everyVisit = [
  'New oil filter and drain plug washer',
  'Oil level, leak and fluid check',
  'Oil light reset and sticker with the next due date',
  'Old oil and filter taken away for recycling',
]

/** A new business's packages, until the operator changes them. */
export const firstPackages: FirstPackage[] = [
  {
    name: 'Conventional',
    description: 'Mineral oil for older engines that ask for nothing more.',
    basePriceCents: 8999,
    oilType: 'conventional',
    features: ['Up to 5 quarts of conventional oil', ...everyVisit],
    oil: 'OIL-5W30-C',
  },
  {
    name: 'Semi-Synthetic',
    description: 'A blend for engines of the late 2000s and everyday driving.',
    basePriceCents: 11_099,
    oilType: 'semi_synthetic',
    features: ['Up to 5 quarts of synthetic blend oil', ...everyVisit],
    oil: 'OIL-5W30-SB',
  },
  {
    name: 'Full Synthetic',
    description: 'Recommended for most cars since 2010 and for every turbo engine.',
    basePriceCents: 12_999,
    oilType: 'full_synthetic',
    features: ['Up to 5 quarts of full synthetic oil', ...everyVisit],
    isRecommended: true,
    oil: 'OIL-0W20-FS',
  },
  {
    name: 'Diesel Full Synthetic',
    description: 'Diesel-rated synthetic oil for pickups, vans and diesel cars.',
    basePriceCents: 16_999,
    oilType: 'diesel_full_synthetic',
    features: ['Up to 8 quarts of diesel-rated full synthetic oil', ...everyVisit],
    includedQuarts: 8,
    oil: 'OIL-15W40-D',
  },
]
