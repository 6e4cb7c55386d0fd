import { clsx } from 'clsx'
import { formatAmount, formatCents } from '#shared/texts/format.ts'

type MoneyProps = { className?: string } & (
  | { /** Integer cents. */ cents: number; amount?: never }
  | { /** Decimal string of the wire, '129.99'. */ amount: string; cents?: never }
)

export function Money({ cents, amount, className }: MoneyProps) {
  return (
    <span className={clsx('whitespace-nowrap tabular-nums', className)}>
      {cents === undefined ? formatAmount(amount) : formatCents(cents)}
    </span>
  )
}
