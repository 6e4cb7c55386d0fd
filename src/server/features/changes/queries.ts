import { queryRow, queryRows } from '#server/database/database.ts'
import type { SettingChange } from '#shared/contract/settings.ts'
import type { ChangedSubject } from '#shared/rules/setting-changes.ts'

/** Name of who changed it last; '' where nobody is known. */
export async function lastChangeBy(subject: ChangedSubject, id: string | null): Promise<string> {
  const row = await queryRow<{ by: string }>(
    {
      name: 'last-setting-change',
      text: `select coalesce(trim(u.first_name || ' ' || u.last_name), '') as by
        from setting_changes c left join users u on u.id = c.actor_id
        where c.subject = $1 and c.subject_id is not distinct from $2
        order by c.created_at desc limit 1`,
    },
    [subject, id],
  )
  return row?.by ?? ''
}

const shownAtOnce = 200

/** What was written down of a change; whether it can be taken back depends on how things are. */
export type WrittenChange = Omit<SettingChange, 'canUndo'>

/** What the office changed of how the business is run, the newest first. */
export async function settingChangesBefore(before?: string): Promise<WrittenChange[]> {
  const rows = await queryRows<Omit<WrittenChange, 'at'> & { at: Date }>(
    {
      name: 'setting-changes',
      text: `select c.id, c.created_at as at, c.subject, c.subject_id as "subjectId", c.before, c.after,
          coalesce(trim(u.first_name || ' ' || u.last_name), '') as by,
          c.undoes is not null as "isUndo",
          exists (select from setting_changes later where later.undoes = c.id) as "isUndone"
        from setting_changes c left join users u on u.id = c.actor_id
        where $1::uuid is null
          or (c.created_at, c.id) < (select created_at, id from setting_changes where id = $1::uuid)
        order by c.created_at desc, c.id desc limit ${shownAtOnce}`,
    },
    [before ?? null],
  )
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}
