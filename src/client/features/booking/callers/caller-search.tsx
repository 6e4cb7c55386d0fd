import { Search, UserPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { personName } from '#client/app/person-name.ts'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { useDebounced } from '#client/app/use-debounced.ts'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { Caller } from '#shared/contract/callers.ts'
import { nationalPhone } from '#shared/rules/phone-numbers.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatDay } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'

interface CallerSearchProps {
  error: string | undefined
  onChoose: (customerId: string) => void
  onNew: (typed: string) => void
}

const minLetters = 2
/** The server's limit. */
const longestSearch = 100

export function CallerSearch({ error, onChoose, onNew }: CallerSearchProps) {
  const base = useId()
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [open, setOpen] = useState(true)
  // Enter was pressed before the results came: choose the first one.
  const [hurried, setHurried] = useState(false)
  const found = useCallers(typed)
  const { callers, settled } = found
  const isOpen = open && found.text !== '' && !found.isTooShort
  const last = callers.length
  const at = Math.min(active, last)
  const idOf = (index: number) => `${base}option${index}`

  const choose = (index: number) => {
    const caller = callers[index]
    if (caller) onChoose(caller.id)
    else onNew(found.text)
  }
  const chooseFirst = useEffectEvent(() => choose(0))
  useEffect(() => {
    if (hurried && settled) chooseFirst()
  }, [hurried, settled])

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || !isOpen) return
    if (event.key === 'ArrowDown') setActive(at < last ? at + 1 : 0)
    else if (event.key === 'ArrowUp') setActive(at > 0 ? at - 1 : last)
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key !== 'Enter') return
    else if (!settled && at === 0) setHurried(true)
    else choose(at)
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div className="relative">
      <Field
        label={t('Who is calling?')}
        error={error}
        hint={
          found.text.length > longestSearch &&
          t('The first {count} characters are searched.', { count: longestSearch })
        }
        question
      >
        <TextInput
          type="search"
          role="combobox"
          placeholder={t('Name, phone, plate, e-mail or address')}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          // The office opens this page with a caller on the line.
          autoFocus={matchMedia('(pointer: fine)').matches}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${base}list` : undefined}
          aria-activedescendant={isOpen ? idOf(at) : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setActive(0)
            setOpen(true)
            setHurried(false)
          }}
          onKeyDown={press}
          before={<Search className="size-4.5" />}
          className="[&::-webkit-search-cancel-button]:hidden"
        />
      </Field>
      <p role="status" className="sr-only">
        {isOpen && settled
          ? plural(callers.length, {
              one: '{count} customer found',
              other: '{count} customers found',
            })
          : ''}
      </p>
      {found.isError && (
        <p role="alert" className="mt-2 text-sm text-red">
          {t('The search did not work')}: {translate(found.error?.message ?? '')}
        </p>
      )}
      {isOpen && (
        <ul
          id={`${base}list`}
          role="listbox"
          aria-label={t('Customers')}
          aria-busy={!settled}
          // Keep focus in the field.
          onPointerDown={(event) => event.preventDefault()}
          className="mt-2 rounded-control border border-line p-1.5"
        >
          {callers.map((caller, index) => (
            <Option
              key={caller.id}
              id={idOf(index)}
              chosen={index === at}
              onClick={() => choose(index)}
            >
              <CallerOption caller={caller} />
            </Option>
          ))}
          <Option id={idOf(last)} chosen={at === last} onClick={() => onNew(found.text)}>
            <span className="flex items-center gap-2 font-medium">
              <UserPlus aria-hidden="true" className="size-4.5 flex-none text-soft" />
              {t('New customer')}
            </span>
            {settled && callers.length === 0 && (
              <span className="block text-sm text-soft">
                {t('No one found for “{search}”', { search: found.text })}
              </span>
            )}
          </Option>
        </ul>
      )}
    </div>
  )
}

const intoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

interface OptionProps {
  id: string
  chosen: boolean
  onClick: () => void
  children: React.ReactNode
}

function Option({ chosen, ...rest }: OptionProps) {
  return (
    <li
      {...rest}
      role="option"
      ref={chosen ? intoView : undefined}
      aria-selected={chosen}
      className="min-h-11 cursor-pointer rounded-chip px-3 py-1.5 wrap-anywhere hover:bg-ink/6 aria-selected:bg-ink/6"
    />
  )
}

function CallerOption({ caller }: { caller: Caller }) {
  const { phone, email, cars, lastVisit } = caller
  const [first, ...more] = cars
  return (
    <>
      <span className="flex flex-wrap justify-between gap-x-3 font-medium">
        {personName(caller) || nationalPhone(phone)}
        <span className="font-normal text-soft">{nationalPhone(phone) || email}</span>
      </span>
      <span className="block text-sm text-soft">
        {[
          first && [vehicleName(first), first.licensePlate].filter(Boolean).join(', '),
          more.length > 0 &&
            plural(more.length, { one: '{count} more car', other: '{count} more cars' }),
        ]
          .filter(Boolean)
          .join(' · ') || t('No car yet')}
      </span>
      {lastVisit && (
        <span className="block text-sm text-soft">
          <LastVisit {...lastVisit} />
        </span>
      )}
    </>
  )
}

/** 'Last visit Wed, May 6, 500 Congress Ave', or the next visit. */
export function LastVisit({ date, address }: NonNullable<Caller['lastVisit']>) {
  const { today } = useBusiness()
  const words = { date: formatDay(date), address: address.split(',')[0] ?? address }
  return date < today
    ? t('Last visit {date}, {address}', words)
    : t('Next visit {date}, {address}', words)
}

function useCallers(typed: string) {
  const text = typed.trim()
  const wanted = useDebounced(text)
  const isTooShort = text.replace(/[^\p{L}\p{N}]/gu, '').length < minLetters
  const asks = wanted.replace(/[^\p{L}\p{N}]/gu, '').length >= minLetters
  const found = useCall(
    'GET /api/admin/callers',
    { query: { q: wanted.slice(0, longestSearch) } },
    { enabled: asks, placeholderData: (before) => before },
  )
  return {
    text,
    isTooShort,
    callers: (!isTooShort && found.data) || [],
    isError: asks && found.isError,
    error: found.error,
    /** Whether the results match the typed text. */
    settled: text === wanted && !(asks && (found.isPlaceholderData || found.isPending)),
  }
}
