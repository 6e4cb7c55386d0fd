import { plural, t } from '../texts/t.ts'
import type { Settings } from './settings.ts'

/** The operator's fees for late cancellation and visits not done. */
export type FeePolicy = Pick<
  Settings,
  'cancelFeeCents' | 'cancelFeeWithinHours' | 'notDoneFeeCents'
>

/** The policy shown when booking, a sentence per fee; empty without fees. `format` formats cents. */
export function describeFees(
  { cancelFeeCents, cancelFeeWithinHours, notDoneFeeCents }: FeePolicy,
  format: (cents: number) => string,
): string[] {
  return [
    ...(cancelFeeCents > 0
      ? [
          plural(
            cancelFeeWithinHours,
            {
              one: 'Cancelling less than {count} hour before the visit costs {fee}.',
              other: 'Cancelling less than {count} hours before the visit costs {fee}.',
            },
            { fee: format(cancelFeeCents) },
          ),
        ]
      : []),
    ...(notDoneFeeCents > 0
      ? [
          t(
            'If we come and cannot do the service, for example when no one is there, it may cost up to {fee}.',
            { fee: format(notDoneFeeCents) },
          ),
        ]
      : []),
  ]
}
