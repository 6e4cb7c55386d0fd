/** The customer's words for a visit: typed when booking, empty where nothing was, editable since. */
const visitNotes = ['accessNotes', 'customerNotes'] as const
export type VisitNote = (typeof visitNotes)[number]
export type GivenNotes = { [Note in VisitNote]?: string | undefined }

export const notesOf = (given: GivenNotes) =>
  Object.fromEntries(visitNotes.map((note) => [note, given[note] ?? ''])) as Record<
    VisitNote,
    string
  >

/** The person at the car and their phone, where they differ from the customer's; empty otherwise. */
const visitContact = ['contactName', 'contactPhone'] as const
export type ContactPart = (typeof visitContact)[number]

/** Fields of a visit that can be changed later: the car and the contact by the office only. */
export const visitDetails = ['serviceAddress', ...visitNotes, ...visitContact, 'vehicleId'] as const
export type VisitDetail = (typeof visitDetails)[number]
