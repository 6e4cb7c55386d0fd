/** When a service photo was taken: before the work or after it. */
export const photoMoments = ['before', 'after'] as const
export type PhotoMoment = (typeof photoMoments)[number]
