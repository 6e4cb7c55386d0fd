import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { t } from '#shared/texts/t.ts'
import { isPage } from './draw-offscreen.ts'

export function AddPath({ onAdd }: { onAdd: (path: string) => void }) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const add = () => {
    const path = readPath(typed.trim())
    if (path === undefined)
      return setError(t('Enter the path of a page of this site, such as /terms.'))
    setError('')
    setTyped('')
    onAdd(path)
  }
  return (
    <form
      noValidate
      className="mt-4 flex flex-wrap items-end gap-2 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <div className="min-w-0 flex-1 basis-52">
        <Field label={t('Also test this path')} error={error}>
          <TextInput
            value={typed}
            placeholder="/terms"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      <Button type="submit">{t('Add')}</Button>
    </form>
  )
}

/** Reads a path or full address of this site; undefined for anything else. */
function readPath(typed: string): string | undefined {
  try {
    const { origin, pathname, search } = new URL(typed, location.origin)
    return typed && origin === location.origin && isPage(pathname) ? pathname + search : undefined
  } catch {
    return undefined
  }
}
