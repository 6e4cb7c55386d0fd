import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { SmallButton, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SettingChange } from '#shared/contract/settings.ts'
import { formatInstant } from '#shared/texts/format.ts'
import { t, text, translate } from '#shared/texts/t.ts'
import { coreSpotFields, describeSpotValue } from '#shared/contract/describe-core-spot.ts'
import { editableMessages, type MessageWords } from '#shared/rules/editable-messages.ts'
import { describeSettingValue, labelOfSetting } from '#shared/contract/describe-setting.ts'

/** Changes with their authors, newest first; those still in effect can be undone. */
export function ChangeList() {
  const [before, setBefore] = useState<string[]>([])
  const last = before.at(-1)
  const changes = useCall(
    'GET /api/admin/settings/changes',
    last ? { query: { before: last } } : {},
  )
  const [undoing, setUndoing] = useState<SettingChange | null>(null)
  return (
    <Card title={t('Changes')}>
      <Loaded
        parts={[changes]}
        loading={<Skeleton lines={6} />}
        failed={t('The changes could not be loaded')}
      >
        {(list) =>
          list.length > 0 || last ? (
            <>
              <ul className="divide-y divide-line">
                {list.map((change) => (
                  <ChangeRow key={change.id} change={change} onUndo={() => setUndoing(change)} />
                ))}
              </ul>
              <div className="mt-3 flex flex-wrap gap-2">
                {last && (
                  <SmallButton onClick={() => setBefore(before.slice(0, -1))}>
                    {t('Newer')}
                  </SmallButton>
                )}
                {list.length === pageSize && (
                  <SmallButton onClick={() => setBefore([...before, list.at(-1)?.id ?? ''])}>
                    {t('Older')}
                  </SmallButton>
                )}
              </div>
            </>
          ) : (
            <p className="text-soft">{t('No changes yet.')}</p>
          )
        }
      </Loaded>
      {undoing && (
        <ConfirmCall
          call="POST /api/admin/settings/changes/{id}/undo"
          input={{ params: { id: undoing.id } }}
          onClose={() => setUndoing(null)}
          title={t('Undo this change?')}
          description={titleOf(undoing)}
          confirmLabel={t('Undo')}
          successToast={{ title: t('Change undone'), description: titleOf(undoing) }}
          failureToast={t('Not undone')}
        >
          <Lines change={undoing} />
        </ConfirmCall>
      )}
    </Card>
  )
}

const pageSize = 200

interface ChangeRowProps {
  change: SettingChange
  onUndo: () => void
}

function ChangeRow({ change, onUndo }: ChangeRowProps) {
  const { timeZone } = useBusiness()
  const { by, at, isUndo, isUndone, canUndo } = change
  const title = titleOf(change)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">
          {title} {isUndo && <Badge>{t('Undid a change')}</Badge>}
        </p>
        <Lines change={change} />
        <p className="text-sm text-soft">
          {[by, formatInstant(at, timeZone)].filter(Boolean).join(', ')}
        </p>
      </div>
      {canUndo ? (
        <QuietButton aria-label={t('Undo: {change}', { change: title })} onClick={onUndo}>
          {t('Undo')}
        </QuietButton>
      ) : (
        <span className="text-sm text-soft">
          {isUndone ? t('Undone') : t('Changed again since')}
        </span>
      )}
    </li>
  )
}

function Lines({ change }: Pick<ChangeRowProps, 'change'>) {
  return (
    <ul className="text-sm">
      {linesOf(change).map(({ label, from, to }) => (
        <li key={label} className="wrap-anywhere whitespace-pre-line">
          {label}: <del className="text-soft no-underline">{from}</del> → {to}
        </li>
      ))}
    </ul>
  )
}

type ChangeLine = { label: string; from: string; to: string }

function titleOf({ subject, before, after }: SettingChange): string {
  const name = shown(after?.name ?? before?.name)
  switch (subject) {
    case 'settings':
      return t('Settings')
    case 'core_spot':
      if (!before) return t('Core spot {name} added', { name })
      if (!after) return t('Core spot {name} deleted', { name })
      return t('Core spot {name}', { name })
    case 'message_words':
      return t('Message text: {name}', { name })
  }
}

/** Old and new values, one line each; none for whole additions or removals. */
function linesOf({ subject, before, after }: SettingChange): ChangeLine[] {
  if (!before || !after) return []
  const describe = subject === 'core_spot' ? describeSpotValue : describeSettingValue
  // Days derive from the hours.
  const names = Object.keys(after).filter(
    (name) => name !== 'serviceDays' || !('weeklyHours' in after),
  )
  return names.flatMap((name) =>
    name === 'messageWords'
      ? wordLines(before[name], after[name])
      : name === 'ownSpanish'
        ? spanishLines(before[name] as AllSpanish, after[name] as AllSpanish)
        : JSON.stringify(before[name]) === JSON.stringify(after[name])
          ? []
          : [
              {
                label: labelOf(name),
                from: describe(name, before[name]),
                to: describe(name, after[name]),
              },
            ],
  )
}

type AllWords = Readonly<Record<string, MessageWords>>

function wordLines(before: unknown, after: unknown): ChangeLine[] {
  const [was, is] = [before as AllWords, after as AllWords]
  const words = (of: MessageWords | undefined) =>
    of ? [of.subject, of.body].filter(Boolean).join('\n') : t('built-in words')
  return editableMessages.flatMap(({ id, title }) => {
    const [from, to] = [words(was[id]), words(is[id])]
    return from === to ? [] : [{ label: translate(title), from, to }]
  })
}

type AllSpanish = Readonly<Record<string, string>>

const spanishLines = (was: AllSpanish, is: AllSpanish): ChangeLine[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((english) => was[english] !== is[english])
    .map((english) => ({
      label: english,
      from: was[english] ?? t('nothing'),
      to: is[english] ?? t('nothing'),
    }))

const fieldLabels: Record<string, string> = {
  ...coreSpotFields,
  subject: text('Subject'),
  body: text('Words'),
}

function labelOf(name: string): string {
  const label = fieldLabels[name]
  return label ? translate(label) : labelOfSetting(name)
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : '')
