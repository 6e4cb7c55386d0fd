import { useCall } from '#client/app/queries.ts'
import type { SettingName } from '#shared/rules/settings.ts'
import { formatRelative } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'

/** Author and time of the last change to these settings; nothing if never changed. */
export function LastChange({ names }: { names: readonly SettingName[] }) {
  const { data } = useCall('GET /api/admin/settings/changes', {})
  const last = data?.find(
    ({ subject, after }) => subject === 'settings' && names.some((name) => after && name in after),
  )
  if (!last) return <span />
  const when = formatRelative(last.at)
  return (
    <span className="text-sm text-soft">
      {last.by
        ? t('Changed by {name}, {when}', { name: last.by, when })
        : t('Changed {when}', { when })}
    </span>
  )
}
