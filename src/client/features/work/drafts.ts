import { useStoredState } from '#client/app/use-stored-state.ts'

/** Keys of the tab's unsaved drafts of a visit's forms. */
export const measurementsDraft = (jobId: string) => `measurements ${jobId}`
export const extraDraft = (jobId: string) => `extra ${jobId}`
/** Whether the extra in the draft is offered, not charged at once. */
export const useOfferedDraft = (jobId: string) => useStoredState(`offered ${jobId}`, false)
export const tiresDraft = (jobId: string) => `tires ${jobId}`
