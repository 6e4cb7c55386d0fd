import { defineTask } from '#server/queue/task.ts'
import { sweepPhotos } from './actions/sweep-photos.ts'

export const sweepPhotosTask = defineTask('sweep-photos', {
  handler: sweepPhotos,
  expireInSeconds: 600,
})
