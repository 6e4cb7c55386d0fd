import { currentSettings } from '#server/base/current-settings.ts'
import { queryRow } from '#server/database/database.ts'
import { countedCondition } from '#server/features/catalog/queries/products.ts'
import { isActiveTechnician } from '#server/reads/roster.ts'
import { missingBusinessDetails } from '#shared/rules/reach.ts'
import { openSteps, type SetupFacts } from '#shared/rules/setup.ts'

type Counts = Pick<SetupFacts, 'coreSpots' | 'technicians' | 'countedProducts' | 'imports'>

/** The setup steps a new business still has to complete or check. */
export async function setupState() {
  const counts = await queryRow<Counts>({
    name: 'setup-counts',
    text: `select (select count(*)::int from core_spots) as core_spots,
      (select count(*)::int from users where ${isActiveTechnician}) as technicians,
        (select count(*)::int from products where ${countedCondition}) as counted_products,
        (select count(*)::int from imports where state = 'done' and undone_at is null) as imports`,
  })
  if (!counts) throw new Error('Counting gave no row.')
  const settings = currentSettings()
  const saysHowToReach = missingBusinessDetails(settings).length === 0
  const open = openSteps({
    ...counts,
    saysHowToReach,
    takesSalesTax: settings.salesTaxEnabled,
    confirmed: settings.confirmedSteps,
  })
  return { open }
}
