import type { OilType } from '#shared/rules/oil.ts'

type FirstPackage = {
  name: string
  description: string
  basePriceCents: number
  oilType: OilType
  features: string[]
}

const everyVisit = [
  'New oil filter and drain plug washer',
  'Oil level, leak and fluid check',
  'Oil light reset and sticker with the next due date',
  'Old oil and filter taken away for recycling',
]

/** What a new business sells until the operator changes it. */
export const firstPackages: FirstPackage[] = [
  {
    name: 'Conventional',
    description: 'Mineral oil for older engines that ask for nothing more.',
    basePriceCents: 8999,
    oilType: 'conventional',
    features: ['Up to 5 quarts of conventional oil', ...everyVisit],
  },
  {
    name: 'Semi-Synthetic',
    description: 'A blend for engines of the late 2000s and everyday driving.',
    basePriceCents: 11_099,
    oilType: 'semi_synthetic',
    features: ['Up to 5 quarts of synthetic blend oil', ...everyVisit],
  },
  {
    name: 'Full Synthetic',
    description: 'Recommended for most cars since 2010 and for every turbo engine.',
    basePriceCents: 12_999,
    oilType: 'full_synthetic',
    features: ['Up to 5 quarts of full synthetic oil', ...everyVisit],
  },
  {
    name: 'Diesel Full Synthetic',
    description: 'Diesel-rated synthetic oil for pickups, vans and diesel cars.',
    basePriceCents: 16_999,
    oilType: 'diesel_full_synthetic',
    features: ['Up to 8 quarts of diesel-rated full synthetic oil', ...everyVisit],
  },
]
