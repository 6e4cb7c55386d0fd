import { text } from '../texts/t.ts'

/** Whether a service photo was taken before or after the work. */
export const photoMoments = ['before', 'after'] as const
export type PhotoMoment = (typeof photoMoments)[number]

export const photoMomentLabels = { before: text('Before'), after: text('After') } as const

/** A stored photo and its thumbnail. */
export const photoSizes = ['large', 'thumbnail'] as const
export type PhotoSize = (typeof photoSizes)[number]

/** Accepted media types; decided by the bytes, not the name. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const
export const maxPhotoBytes = 12_000_000
export const maxPhotosOfJob = 40
/** Longest side of a stored photo and its thumbnail, in pixels. */
export const photoSide = 2048
export const thumbnailSide = 320

/** Address of a technician's photo. */
export const portraitUrl = (photoId: string): string => `/api/technician-photos/${photoId}`
