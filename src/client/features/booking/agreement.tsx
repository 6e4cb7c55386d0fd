import { wordsOfBooking } from '#shared/contract/describe-approval.ts'

/** The sentence that booking agrees to, one for each car: each visit keeps its own. `cents` with sales tax and discount. */
export default function Agreement({ totals }: { totals: { car: string; cents: number }[] }) {
  return (
    <div className="pt-1.5 text-sm">
      {totals.map(({ car, cents }, at) => (
        <p key={at}>
          {totals.length > 1 && <span className="font-medium">{car}: </span>}
          {wordsOfBooking(cents)}
        </p>
      ))}
    </div>
  )
}
