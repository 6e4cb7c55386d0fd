import { businessToday } from '#server/base/business-time.ts'
import { publishSlots } from '#server/features/booking/actions/publish-slots.ts'

/** Who works when is another once the current transaction commits: so may be what can be booked. */
export const rosterChanged = () => publishSlots(businessToday())
