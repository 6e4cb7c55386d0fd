import { defineTask } from '#server/queue/task.ts'
import { settleTaxRates } from './actions/plan-tax-rate.ts'

/** Scheduled every 15 minutes, for the first ones after midnight. */
export const settleTaxRatesTask = defineTask('settle-tax-rates', { handler: settleTaxRates })
