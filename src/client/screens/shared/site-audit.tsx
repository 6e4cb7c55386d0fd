import { useState } from 'react'
import { auditedRoutes } from '#client/features/diagnostics/audit/audited-routes.ts'
import { RouteAudit } from '#client/features/diagnostics/audit/route-audit.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { isPage } from '#client/features/diagnostics/audit/draw-offscreen.ts'

const pauseMs = 500

/** Checks that every known page works for the signed-in user. */
export default function SiteAudit() {
  const [routes, setRoutes] = useState<readonly string[]>(auditedRoutes)
  return (
    <Page
      title={t('Site audit')}
      lede={t('Requests every known page from the server and opens it in the background.')}
      back={{ href: paths.diagnosticsTab('routes'), label: t('Diagnostic Center') }}
    >
      <RouteAudit
        name="site-audit"
        title={t('Site audit')}
        runLabel={t('Test All Routes')}
        routes={routes}
        pauseMs={pauseMs}
      >
        <AddPath
          onAdd={(path) => setRoutes((known) => (known.includes(path) ? known : [...known, path]))}
        />
      </RouteAudit>
    </Page>
  )
}

function AddPath({ onAdd }: { onAdd: (path: string) => void }) {
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
