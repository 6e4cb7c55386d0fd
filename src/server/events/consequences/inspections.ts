import { inOwnWords } from '#server/base/owner-spanish.ts'
import type { WorkEvents } from '#shared/rules/events.ts'
import { measureLabel, resultLabels } from '#shared/rules/inspections.ts'
import { vehicleName } from '#shared/rules/vehicle-names.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { Recorded, SomeConsequences } from '../consequence-types.ts'

export const inspectionConsequences = {
  inspection_saved: {
    history: ({ ok, watch, fail, removed, late }) => ({
      title: late
        ? t('Earlier inspection, which a newer one replaced')
        : removed
          ? t('Inspection removed')
          : t('Inspection saved'),
      lines: late
        ? late.map(describeFinding)
        : removed || ok === undefined || watch === undefined || fail === undefined
          ? []
          : [
              t('{ok} good, {watch} to watch, {fail} need work', {
                ok: formatNumber(ok),
                watch: formatNumber(watch),
                fail: formatNumber(fail),
              }),
            ],
    }),
    changes: ['inspections', 'jobs'],
    hears: ['parties', 'office'],
    notifies: [
      {
        to: 'customer',
        link: 'visit',
        preference: 'serviceUpdates',
        when: ({ report }) => report !== undefined,
        whileJobIs: ['completed'],
        bell: ({ job }) => ({
          title: t('Inspection report'),
          message: t('See what we found on your {car}.', { car: vehicleName(job.vehicle) }),
        }),
        mail: ({ job, data }) => ({
          subject: t('inspection report'),
          paragraphs: [
            t('See what we found on your {car}.', { car: vehicleName(job.vehicle) }),
            ...describeReport(data),
          ],
        }),
        sms: ({ job, data }) =>
          t('See what we found on your {car}: {link}', {
            car: vehicleName(job.vehicle),
            link: data.report ?? '',
          }),
      },
    ],
  },
} satisfies SomeConsequences

/** The link to the inspection's report, if there is one. */
export const describeReport = ({ report }: { report?: string }): string[] =>
  report ? [t('What we found when we inspected your car, with photos:') + `\n${report}`] : []

type Late = NonNullable<Recorded<WorkEvents['inspection_saved']>['late']>[number]

/** "Front left tread: Needs work, 2/32 in., worn inside". */
function describeFinding({ label = '', result, measure, unit, note }: Late): string {
  const found = [
    result && translate(resultLabels[result]),
    measure !== undefined && unit ? measureLabel(measure, unit, formatNumber) : '',
    note,
  ]
  return `${inOwnWords(label)}: ${found.filter(Boolean).join(', ')}`
}
