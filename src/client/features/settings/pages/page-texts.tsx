import { useState } from 'react'
import type { CallAnswer } from '#client/app/call.ts'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type PublicText, publicTexts } from '#shared/rules/public-texts.ts'
import { t, translate } from '#shared/texts/t.ts'
import { LastChange } from '../changes/last-change.tsx'

const TextDialog = lazyDialog(() => import('./text-dialog.tsx'))

export function PageTexts({ settings }: { settings: CallAnswer<'GET /api/admin/settings'> }) {
  const [editing, setEditing] = useState<PublicText | null>(null)
  return (
    <Card id="texts" title={t('Texts of your pages')} className="scroll-mt-20" tabIndex={-1}>
      <p className="mb-2 text-sm text-soft">
        {t('Until you write your own, the built-in texts are shown; they state only facts.')}
      </p>
      <ul className="divide-y divide-line">
        {publicTexts.map((text) => {
          const own = settings[text.name].en
          return (
            <li key={text.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
              <span className="min-w-48 flex-1">
                <span className="font-medium">{translate(text.title)}</span>{' '}
                {own && <Badge color="amber">{t('Your words')}</Badge>}
                {(own || text.builtIn) && (
                  <span className="line-clamp-2 text-sm wrap-anywhere text-soft">
                    {own || translate(text.builtIn ?? '')}
                  </span>
                )}
              </span>
              <SmallButton
                aria-label={t('Edit {name}', { name: translate(text.title) })}
                onClick={() => setEditing(text)}
              >
                {t('Edit')}
              </SmallButton>
            </li>
          )
        })}
      </ul>
      <div className="mt-2">
        <LastChange names={publicTexts.map(({ name }) => name)} />
      </div>
      {editing && <TextDialog text={editing} onClose={() => setEditing(null)} />}
    </Card>
  )
}
