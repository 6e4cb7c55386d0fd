/** Names under which the tab keeps what is typed into a visit's forms and not saved. */
export const measurementsDraft = (jobId: string) => `measurements ${jobId}`
export const extraDraft = (jobId: string) => `extra ${jobId}`
