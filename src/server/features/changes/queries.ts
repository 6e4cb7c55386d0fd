import { queryRow, queryRows } from '#server/database/database.ts'
import { nameOrEmail } from '#server/database/name-or-email.ts'
import type { SettingChange } from '#shared/contract/settings.ts'
import type { ChangedSubject, ChangedValues } from '#shared/rules/setting-changes.ts'

type LastChange = { by: string; before: ChangedValues | null; after: ChangedValues | null }

/** The latest change, its author and its values before and after; `by` is '' if unknown. */
export async function lastChangeOf(
  subject: ChangedSubject,
  id: string,
): Promise<LastChange | undefined> {
  return queryRow<LastChange>(
    {
      name: 'last-setting-change',
      text: `select ${nameOrEmail('u')} as by, c.before, c.after
        from setting_changes c left join users u on u.id = c.actor_id
        where c.subject = $1 and c.subject_id = $2
        order by c.created_at desc limit 1`,
    },
    [subject, id],
  )
}

const shownAtOnce = 200

/** A stored change; whether it can be undone depends on the current state. */
export type WrittenChange = Omit<SettingChange, 'canUndo'>

/** The office's changes to how the business runs, newest first. */
export async function settingChangesBefore(before?: string): Promise<WrittenChange[]> {
  const rows = await queryRows<Omit<WrittenChange, 'at'> & { at: Date }>(
    {
      name: 'setting-changes',
      text: `select c.id, c.created_at as at, c.subject, c.subject_id, c.before, c.after,
          ${nameOrEmail('u')} as by,
          c.undoes is not null as is_undo,
          exists (select from setting_changes later where later.undoes = c.id) as is_undone
        from setting_changes c left join users u on u.id = c.actor_id
        where $1::uuid is null
          or (c.created_at, c.id) < (select created_at, id from setting_changes where id = $1::uuid)
        order by c.created_at desc, c.id desc limit ${shownAtOnce}`,
    },
    [before ?? null],
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
