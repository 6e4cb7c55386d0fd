import { purgeAnswersTask } from './idempotency/tasks.ts'
import { scheduleAccountTasks } from './features/accounts/tasks.ts'
import {
  releaseVisitsTask,
  remindOfServiceTask,
  recordOfferedSeatsTask,
} from './features/booking/tasks.ts'
import {
  closeStatementsTask,
  lapseApprovalsTask,
  remindOfStatementsTask,
} from './features/companies/tasks.ts'
import { purgeRowsToMendTask } from './features/imports/tasks.ts'
import { purgePositionsTask } from './features/conversation/tasks.ts'
import {
  askForReviewsTask,
  expireRequestsTask,
  lapseFeesTask,
  notifyOfBookingsTask,
  remindOfSoonTask,
  remindCustomersTask,
  watchArrivalsTask,
} from './features/jobs/tasks.ts'
import { purgeMessagesTask } from './features/notifications/tasks.ts'
import {
  deleteRemovedCardsTask,
  findDisputesTask,
  remindOfBillsTask,
  remindOfInvoicesTask,
  resumePaymentsTask,
  sweepPaymentsTask,
} from './features/payments/tasks.ts'
import { tidyDrivesTask } from './features/service-area/tasks.ts'
import { settleTaxRatesTask } from './features/settings/tasks.ts'
import { purgeConsentsTask, runPlansTask } from './features/plans/tasks.ts'
import { sweepPhotosTask } from './features/photos/tasks.ts'
import { offerTimesTask } from './features/waitlist/tasks.ts'
import { backUpTask } from './backup/tasks.ts'
import { currentSettings } from '#server/base/current-settings.ts'
import { enqueue, schedule } from './queue/enqueue.ts'

/** Schedules the recurring tasks, and those that run once after every start. */
export async function scheduleTasks(): Promise<void> {
  const { timeZone } = currentSettings()
  await scheduleAccountTasks(timeZone)
  await schedule(backUpTask, '20 3 * * *', timeZone, {})
  await schedule(purgeAnswersTask, '47 3 * * *', timeZone, {})
  await schedule(purgeMessagesTask, '32 3 * * *', timeZone, {})
  await schedule(purgeRowsToMendTask, '38 3 * * *', timeZone, {})
  await schedule(purgeConsentsTask, '52 3 * * *', timeZone, {})
  await schedule(tidyDrivesTask, '2 4 * * *', timeZone, {})
  await schedule(sweepPhotosTask, '13 4 * * *', timeZone, {})
  await schedule(findDisputesTask, '41 4 * * *', timeZone, {})
  await schedule(remindCustomersTask, '0 17-20 * * *', timeZone, {})
  await schedule(askForReviewsTask, '0 10-13 * * *', timeZone, {})
  await schedule(remindOfServiceTask, '30 10-13 * * *', timeZone, {})
  await schedule(deleteRemovedCardsTask, '17 * * * *', timeZone, {})
  await schedule(remindOfBillsTask, '0 9-19 * * *', timeZone, {})
  await schedule(remindOfInvoicesTask, '0 9-19 * * *', timeZone, {})
  await schedule(closeStatementsTask, '20 5 * * *', timeZone, {})
  await schedule(remindOfStatementsTask, '0 9-19 * * *', timeZone, {})
  await schedule(releaseVisitsTask, '*/10 * * * *', 'UTC', {})
  await schedule(recordOfferedSeatsTask, '*/5 * * * *', 'UTC', {})
  await schedule(notifyOfBookingsTask, '* * * * *', 'UTC', {})
  await schedule(offerTimesTask, '* * * * *', 'UTC', {})
  await schedule(purgePositionsTask, '*/15 * * * *', 'UTC', {})
  await schedule(remindOfSoonTask, '*/5 * * * *', 'UTC', {})
  await schedule(watchArrivalsTask, '*/5 * * * *', 'UTC', {})
  await schedule(expireRequestsTask, '*/15 * * * *', 'UTC', {})
  await schedule(runPlansTask, '*/15 * * * *', 'UTC', {})
  await schedule(lapseApprovalsTask, '*/15 * * * *', 'UTC', {})
  await schedule(lapseFeesTask, '*/15 * * * *', 'UTC', {})
  await schedule(settleTaxRatesTask, '*/15 * * * *', 'UTC', {})
  await schedule(sweepPaymentsTask, '* * * * *', 'UTC', {})
  await enqueue(runPlansTask, {})
  await enqueue(tidyDrivesTask, {})
  await enqueue(recordOfferedSeatsTask, {})
  await enqueue(closeStatementsTask, {})
  await enqueue(resumePaymentsTask, {})
  await enqueue(findDisputesTask, {})
  await enqueue(notifyOfBookingsTask, {})
}
