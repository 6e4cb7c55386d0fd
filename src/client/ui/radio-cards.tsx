import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { FieldError, questionStyle } from './field.tsx'

interface RadioCard<Value extends string> {
  value: Value
  title: ReactNode
  description?: ReactNode
  aside?: ReactNode
  mark?: ReactNode
  disabledReason?: string | false | null
}

interface RadioCardsProps<Value extends string> {
  legend: ReactNode
  options: readonly RadioCard<Value>[]
  value: Value | null | undefined
  onChange: (value: Value) => void
  error?: string | undefined
  /** Columns on wider screens. */
  columns?: 1 | 2 | 3
  /** Two columns even on a phone, for short titles such as times. */
  compact?: boolean
}

export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { legend, options, error, columns = 1, compact } = props
  const id = useId()
  const grid = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' }[columns]
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}error` : undefined}>
      <legend className={clsx('w-full', questionStyle)}>{legend}</legend>
      <div className={clsx('grid gap-2.5', compact && 'grid-cols-2', grid)}>
        {options.map((option) => (
          <ChoiceCard
            key={option.value}
            option={option}
            name={id}
            checked={option.value === props.value}
            compact={compact}
            onChange={() => props.onChange(option.value)}
          />
        ))}
      </div>
      {error && (
        <div className="mt-2">
          <FieldError id={`${id}error`}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

interface ChoiceCardProps {
  option: RadioCard<string>
  name: string
  checked: boolean
  compact: boolean | undefined
  onChange: () => void
}

const open = 'border-line bg-card hover:border-edge'
const chosen = 'border-ink bg-card ring-1 ring-ink'
// No room for a mark in two columns, so the card is filled.
const chosenCompact = 'border-ink bg-ink text-paper'
const off = 'border-line text-soft'

function ChoiceCard({ option, name, checked, compact, onChange }: ChoiceCardProps) {
  const { title, description, aside, mark, disabledReason } = option
  const id = useId()
  const detail = disabledReason || description
  return (
    <label
      className={clsx(
        'relative flex min-h-14 items-center gap-3 rounded-card border transition-colors',
        compact ? 'px-1 py-2 text-center tracking-tight max-[26rem]:text-sm' : 'px-4 py-3',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-amber',
        checked ? (compact ? chosenCompact : chosen) : disabledReason ? off : open,
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={checked}
        onChange={onChange}
        disabled={Boolean(disabledReason)}
        aria-labelledby={clsx(`${id}title`, aside && `${id}aside`)}
        aria-describedby={detail ? `${id}detail` : undefined}
        className="absolute inset-0 size-full appearance-none rounded-card outline-none"
      />
      {mark && <span className="flex flex-none text-soft">{mark}</span>}
      <span className="min-w-0 flex-1">
        <span
          className={clsx(
            'flex items-baseline gap-x-3',
            compact ? 'justify-center' : 'justify-between max-[22rem]:flex-wrap',
          )}
        >
          <span id={`${id}title`} className="min-w-0 font-medium">
            {title}
          </span>
          {aside && (
            <span id={`${id}aside`} className="flex-none font-medium">
              {aside}
            </span>
          )}
        </span>
        {detail && (
          <span
            id={`${id}detail`}
            className={clsx('block text-sm', !(compact && checked) && 'text-soft')}
          >
            {detail}
          </span>
        )}
      </span>
      {!disabledReason && !compact && <ChosenMark checked={checked} />}
    </label>
  )
}

function ChosenMark({ checked }: { checked: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'flex size-5 flex-none items-center justify-center rounded-full border-[1.5px]',
        checked ? 'border-ink bg-ink' : 'border-edge',
      )}
    >
      {checked && <span className="size-2 rounded-full bg-oil" />}
    </span>
  )
}
