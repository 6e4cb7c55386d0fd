/** Keys of the tab's unsaved drafts of a visit's forms. */
export const measurementsDraft = (jobId: string) => `measurements ${jobId}`
export const extraDraft = (jobId: string) => `extra ${jobId}`
export const tiresDraft = (jobId: string) => `tires ${jobId}`
