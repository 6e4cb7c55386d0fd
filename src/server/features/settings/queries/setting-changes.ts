import { currentSettings } from '#server/base/current-settings.ts'
import { settingChangesBefore, type WrittenChange } from '#server/features/changes/queries.ts'
import { storedCoreSpots } from '#server/features/service-area/queries.ts'
import type { SettingChange } from '#shared/contract/settings.ts'
import { stillAs, stillSo } from '#shared/rules/setting-changes.ts'

/** Setting changes by the office, newest first, and whether each can be undone now. */
export async function shownChanges(before?: string): Promise<SettingChange[]> {
  const [changes, spots] = await Promise.all([settingChangesBefore(before), storedCoreSpots()])
  const byId = new Map(spots.map((spot) => [spot.id, spot]))
  const canUndo = ({ subject, subjectId, after }: WrittenChange): boolean => {
    switch (subject) {
      case 'settings':
        return stillSo(after ?? {}, currentSettings())
      case 'core_spot':
        return stillAs(after, byId.get(subjectId ?? ''))
      default:
        return false
    }
  }
  return changes.map((change) => ({ ...change, canUndo: canUndo(change) }))
}
