import { defineTask } from '#server/queue/task.ts'
import { closeLastMonth } from './actions/close-statement.ts'
import { lapseApprovals } from './actions/lapse-approvals.ts'
import { remindOfStatements } from './actions/remind-of-statements.ts'

/** Scheduled for every morning, and enqueued at every start: the first one of a month closes the month before. */
export const closeStatementsTask = defineTask('close-statements', {
  expireInSeconds: 900,
  handler: closeLastMonth,
})

/** Scheduled for every hour of the business day. */
export const remindOfStatementsTask = defineTask('remind-of-statements', {
  handler: remindOfStatements,
})

/** Scheduled for every quarter of an hour. */
export const lapseApprovalsTask = defineTask('lapse-company-approvals', {
  handler: lapseApprovals,
})
