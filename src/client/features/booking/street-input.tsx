import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { api } from '#client/app/call.ts'
import { useBusiness } from '#client/app/session.ts'
import { TextInput } from '#client/ui/text-input.tsx'
import type { AddressSuggestion } from '#shared/contract/service-area.ts'
import { minLettersToSuggest } from '#shared/rules/address.ts'
import { plural, t } from '#shared/texts/t.ts'

type StreetInputProps = ComponentProps<typeof TextInput> & {
  onChoose: (address: AddressSuggestion) => void
}

/** Street input that suggests whole addresses if a map service is connected. */
export function StreetInput({ onChoose, ...props }: StreetInputProps) {
  const { addressSuggestions } = useBusiness()
  return addressSuggestions ? (
    <StreetCombobox {...props} onChoose={onChoose} />
  ) : (
    <TextInput {...props} />
  )
}

const intoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

function StreetCombobox({ onChoose, onChange, onBlur, onKeyDown, ...props }: StreetInputProps) {
  const base = useId()
  // Null after a suggestion was chosen, or when none are wanted.
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const suggestions = useSuggestions(typed)
  const open = suggestions.length > 0
  const at = Math.min(active, suggestions.length - 1)
  const idOf = (index: number) => `${base}option${index}`

  const close = () => {
    setTyped(null)
    setActive(-1)
  }
  const choose = (suggestion: AddressSuggestion) => {
    close()
    onChoose(suggestion)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const chosen = suggestions[at]
    if (event.nativeEvent.isComposing) return
    if (!open) return onKeyDown?.(event)
    if (event.key === 'ArrowDown') setActive(at + 1 < suggestions.length ? at + 1 : -1)
    else if (event.key === 'ArrowUp') setActive(at < 0 ? suggestions.length - 1 : at - 1)
    else if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return onKeyDown?.(event)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <TextInput
        {...props}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${base}list` : undefined}
        aria-activedescendant={open && at >= 0 ? idOf(at) : undefined}
        onChange={(event) => {
          onChange?.(event)
          setTyped(event.target.value)
          setActive(-1)
        }}
        onBlur={(event) => {
          onBlur?.(event)
          close()
        }}
        onKeyDown={press}
      />
      <p role="status" className="sr-only">
        {open &&
          plural(suggestions.length, {
            one: '{count} address suggested',
            other: '{count} addresses suggested',
          })}
      </p>
      {open && (
        <div
          // Keep focus in the street field.
          onPointerDown={(event) => event.preventDefault()}
          className="rise absolute inset-x-0 top-full z-10 mt-1 rounded-control border border-line bg-card p-1.5 shadow-float"
        >
          <ul
            id={`${base}list`}
            role="listbox"
            aria-label={t('Suggested addresses')}
            className="max-h-[30dvh] overflow-y-auto sm:max-h-none"
          >
            {suggestions.map((one, index) => (
              <li
                key={`${one.street} ${one.zip} ${one.city}`}
                id={idOf(index)}
                role="option"
                ref={index === at ? intoView : undefined}
                aria-selected={index === at}
                onClick={() => choose(one)}
                className="flex min-h-11 cursor-pointer flex-col gap-x-2 rounded-chip px-3 py-1.5 hover:bg-ink/6 aria-selected:bg-ink/6 sm:flex-row sm:items-center"
              >
                <span className="font-medium">{one.street}</span>
                <span className="text-sm text-soft">{`${one.city}, ${one.state} ${one.zip}`}</span>
              </li>
            ))}
          </ul>
          <p className="mt-1 border-t border-line px-3 pt-1.5 pb-0.5 text-sm text-soft">
            {t('© OpenStreetMap contributors')}
          </p>
        </div>
      )}
    </div>
  )
}

const pauseMs = 250
const none: readonly AddressSuggestion[] = []

/** Suggestions for the typed text after a typing pause, keeping the previous ones until the response; null requests none. */
function useSuggestions(typed: string | null): readonly AddressSuggestion[] {
  const [found, setFound] = useState({ text: '', list: none })
  const text = typed?.trim() ?? ''
  const asks = text.length >= minLettersToSuggest
  useEffect(() => {
    if (!asks) return
    const leave = new AbortController()
    const ask = async () => {
      const input = { query: { q: text }, signal: leave.signal }
      // Stay silent on failure: the address can still be typed.
      const list = await api('GET /api/address-suggestions', input).catch(() => none)
      if (!leave.signal.aborted) setFound({ text, list })
    }
    const pause = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(pause)
      leave.abort()
    }
  }, [asks, text])
  const stillFits = text.startsWith(found.text) || found.text.startsWith(text)
  return asks && stillFits ? found.list : none
}
