/** The customer's words for a visit: typed when booking, empty where nothing was, editable since. */
const visitNotes = ['accessNotes', 'customerNotes'] as const
export type VisitNote = (typeof visitNotes)[number]
export type GivenNotes = { [Note in VisitNote]?: string | undefined }

export const notesOf = (given: GivenNotes) =>
  Object.fromEntries(visitNotes.map((note) => [note, given[note] ?? ''])) as Record<
    VisitNote,
    string
  >

/** Fields of a visit that its customer and the office may change. */
export const visitDetails = ['serviceAddress', ...visitNotes, 'vehicleId'] as const
export type VisitDetail = (typeof visitDetails)[number]
