import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { t } from '#shared/texts/t.ts'

/** A mail as text and as clients show it, in light and dark mode. */
export function MailPreview({ body, html }: { body: string; html: string | null }) {
  const [shown, setShown] = useState<'text' | 'light' | 'dark'>('text')
  const choices = { text: t('Text'), light: t('As a mail'), dark: t('In the dark') }
  return (
    <>
      {html && (
        <div role="group" aria-label={t('Show')} className="mt-3 flex flex-wrap gap-1">
          {(['text', 'light', 'dark'] as const).map((way) => (
            <Button
              key={way}
              size="small"
              variant="quiet"
              aria-pressed={way === shown}
              className="aria-pressed:bg-ink/5"
              onClick={() => setShown(way)}
            >
              {choices[way]}
            </Button>
          ))}
        </div>
      )}
      {shown === 'text' || !html ? (
        <p className="mt-3 whitespace-pre-line">{body}</p>
      ) : (
        <iframe
          key={shown}
          title={choices[shown]}
          srcDoc={html}
          // Scripts are blocked; links open in a new tab.
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          style={{ colorScheme: shown }}
          className="mt-3 h-120 w-full rounded-control border border-line"
        />
      )}
    </>
  )
}
