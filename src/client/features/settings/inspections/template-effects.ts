import type {
  InspectionTemplateForm,
  OfficeInspectionTemplate,
} from '#shared/contract/inspections.ts'
import { t } from '#shared/texts/t.ts'

type Groups = InspectionTemplateForm['groups']

/** The effects of saving changed groups on inspections; empty without changes. */
export function describeEffects(
  { groups: before, version }: Pick<OfficeInspectionTemplate, 'groups' | 'version'>,
  after: Groups,
): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const now = new Map(after.flatMap(({ items }) => items.map((item) => [item.id, item] as const)))
  const items = before.flatMap((group) => group.items)
  const removed = items.filter(({ id }) => !now.has(id))
  const otherKind = items.filter(({ id, kind }) => now.has(id) && now.get(id)?.kind !== kind)
  const names = (list: readonly { label: string }[]) => list.map(({ label }) => label).join(', ')
  return [
    t(
      'Saving makes version {next}. Inspections made before, and those on phones without a signal, keep version {version}.',
      { next: version + 1, version },
    ),
    ...(removed.length > 0
      ? [
          t('No longer checked: {items}. Their values stay in old reports.', {
            items: names(removed),
          }),
        ]
      : []),
    ...(otherKind.length > 0
      ? [
          t('Measured another way: {items}. Earlier values are not compared any more.', {
            items: names(otherKind),
          }),
        ]
      : []),
  ]
}
