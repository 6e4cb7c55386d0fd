import { coalesceCalls } from '#server/database/coalesce-calls.ts'
import { defineTask } from '#server/queue/task.ts'
import { purgeConsents } from './actions/purge-consents.ts'
import { runPlans } from './actions/run-plans.ts'

/** Scheduled every 15 minutes. */
export const runPlansTask = defineTask('run-plans', { handler: runPlans, expireInSeconds: 600 })

/** Runs soon after a customer joined: a service may be due already. */
export const runPlansSoon = coalesceCalls('plans are brought up to date late', 100, runPlans)

/** Scheduled daily. */
export const purgeConsentsTask = defineTask('purge-plan-consents', { handler: purgeConsents })
