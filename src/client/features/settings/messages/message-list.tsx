import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { Badge } from '#client/ui/badge.tsx'
import { SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type EditableMessage, editableMessages } from '#shared/rules/editable-messages.ts'
import { t, translate } from '#shared/texts/t.ts'

const MessageDialog = lazyDialog(() => import('./edit-message-dialog.tsx'))

export function MessageList() {
  const settings = useCall('GET /api/admin/settings')
  const [editing, setEditing] = useState<EditableMessage | null>(null)
  return (
    <Card title={t('Messages to customers')}>
      <p className="mb-2 text-sm text-soft">
        {t(
          'Each e-mail gets a greeting, the business name and your contact details automatically.',
        )}
      </p>
      <Loaded
        parts={[settings]}
        loading={<Skeleton lines={6} />}
        failed={t('The messages could not be loaded')}
      >
        {({ messageWords }) => (
          <ul className="divide-y divide-line">
            {editableMessages.map((message) => {
              const own = messageWords[message.id]
              return (
                <li key={message.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
                  <span className="min-w-48 flex-1">
                    <span className="font-medium">{translate(message.title)}</span>{' '}
                    {own && <Badge color="amber">{t('Your words')}</Badge>}
                    {own && (
                      <span className="line-clamp-2 text-sm whitespace-pre-line text-soft">
                        {own.body}
                      </span>
                    )}
                  </span>
                  <SmallButton
                    aria-label={t('Edit {name}', { name: translate(message.title) })}
                    onClick={() => setEditing(message)}
                  >
                    {t('Edit')}
                  </SmallButton>
                </li>
              )
            })}
          </ul>
        )}
      </Loaded>
      {editing && settings.data && (
        <MessageDialog
          message={editing}
          settings={settings.data}
          onClose={() => setEditing(null)}
        />
      )}
    </Card>
  )
}
