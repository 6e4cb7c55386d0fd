import { X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton, QuietButton } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { Money } from '#client/ui/money.tsx'
import { isPromotionCode, promotionCode } from '#shared/rules/promotions.ts'
import { t } from '#shared/texts/t.ts'
import type { Booking } from './use-booking.ts'

export default function PromotionField({ booking }: { booking: Booking }) {
  const { code, isApplied, offCents } = booking.promotion
  const [isOpen, setOpen] = useState(false)
  if (code !== undefined && isApplied)
    return (
      <p role="status" className="flex items-center gap-2 px-1">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">
          {t('Code {code}', { code })}
        </span>
        <Money cents={-offCents} className="font-semibold" />
        <IconButton
          icon={<X />}
          autoFocus={isOpen}
          label={t('Remove the code {code}', { code })}
          onClick={() => booking.set({ code: undefined })}
        />
      </p>
    )
  if (code === undefined && !isOpen)
    return (
      <QuietButton className="-ml-2" onClick={() => setOpen(true)}>
        {t('Have a code?')}
      </QuietButton>
    )
  return <CodeInput key={code} booking={booking} onClose={() => setOpen(false)} />
}

function CodeInput({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { code, isChecking, problem } = booking.promotion
  const [typed, setTyped] = useState(code ?? '')
  const [mistake, setMistake] = useState<string>()
  const apply = () => {
    const next = promotionCode(typed)
    if (next === '') {
      booking.set({ code: undefined })
      onClose()
    } else if (!isPromotionCode(next))
      setMistake(t('Please enter 3 to 20 letters, digits or hyphens'))
    else if (next === code) void booking.promotion.checkAgain()
    else booking.set({ code: next })
  }
  return (
    <Field
      label={t('Promotion code')}
      optional
      error={mistake ?? (isChecking ? undefined : problem)}
    >
      <span className="flex gap-2">
        <span className="min-w-0 flex-1 sm:max-w-64">
          <TextInput
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setMistake(undefined)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter would submit the booking.
              event.preventDefault()
              event.stopPropagation()
              apply()
            }}
          />
        </span>
        <Button pending={isChecking} onClick={apply}>
          {t('Apply')}
        </Button>
      </span>
    </Field>
  )
}
