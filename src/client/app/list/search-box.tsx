import { Search } from 'lucide-react'
import { type RefObject, useEffect, useState } from 'react'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { CrossGlyph } from '#client/ui/glyphs.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

const pauseMs = 300

interface SearchBoxProps {
  label: string
  value: string
  onSearch: (text: string) => void
  onClear: () => void
  ref: RefObject<HTMLInputElement | null>
}

export function SearchBox({ label, value, onSearch, onClear, ref }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  // Changed by navigation or by clearing.
  if (value !== known) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => {
    const next = text.trim()
    if (next === value) return
    const pause = setTimeout(() => onSearch(next), pauseMs)
    return () => clearTimeout(pause)
  }, [text, value, onSearch])
  return (
    <Field label={label} hideLabel className="min-w-0 grow sm:max-w-96">
      <TextInput
        ref={ref}
        type="search"
        maxLength={100}
        placeholder={label}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        before={<Search className="size-4.5" />}
        after={
          text && (
            <ClearButton
              onClick={() => {
                setText('')
                onClear()
              }}
            />
          )
        }
        className="[&::-webkit-search-cancel-button]:hidden"
      />
    </Field>
  )
}

export const ClearButton = ({ onClick }: { onClick: () => void }) => (
  <IconButton
    size="small"
    icon={<CrossGlyph />}
    label={t('Clear search')}
    className="-mr-2"
    onClick={onClick}
  />
)
