import { showNextDays } from './next-days.ts'
import { showPrices } from './prices.ts'

/** What the public pages cannot know when they are built: the free times and the prices of today. */
export function showLiveParts(): void {
  void showNextDays()
  void showPrices()
}
