import { wordsOfBooking } from '#shared/contract/describe-approval.ts'

/** The sentence that booking agrees to. */
export default function Agreement({ cents }: { cents: number }) {
  return <p className="pt-1.5 text-sm">{wordsOfBooking(cents)}</p>
}
