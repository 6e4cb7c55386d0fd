import { FileUp } from 'lucide-react'
import { useState } from 'react'
import { ConfirmCall } from '#client/app/form/confirm-call.tsx'
import { ExportButton } from '#client/app/export-button.tsx'
import { List } from '#client/app/list/list.tsx'
import { useCall } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Badge } from '#client/ui/badge.tsx'
import { TextLink, SmallButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { Import } from '#shared/contract/imports.ts'
import { type ImportState, keptReasonLabels, mendKeptDays } from '#shared/rules/imports.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatInstant, formatNumber } from '#shared/texts/format.ts'
import { plural, t, translate } from '#shared/texts/t.ts'
import { leftOutWords, ProblemTable } from './import-preview.tsx'

const isRunning = ({ state }: Import) => state === 'running' || state === 'undoing'
const pollMs = 1500

export function ImportHistory() {
  const list = useCall('GET /api/admin/imports', undefined, {
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? pollMs : false),
  })
  const [undoing, setUndoing] = useState<Import | null>(null)
  return (
    <Card title={t('Imports')} className="lg:col-span-2">
      <List
        list={list}
        failed={t('The imports could not be loaded')}
        empty={
          <EmptyState
            icon={<FileUp />}
            title={t('Nothing was imported yet')}
            text={t('Your imports are listed here, and can be undone.')}
          />
        }
      >
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((one) => (
              <ImportRow key={one.id} one={one} onUndo={() => setUndoing(one)} />
            ))}
          </ul>
        )}
      </List>
      {undoing && (
        <ConfirmCall
          call="POST /api/admin/imports/{id}/undo"
          input={{ params: { id: undoing.id } }}
          onClose={() => setUndoing(null)}
          title={t('Undo this import?')}
          description={t(
            'Everything {file} added is permanently deleted, except people who have booked, signed in or been changed since.',
            { file: undoing.fileName },
          )}
          danger
          confirmLabel={t('Undo import')}
          successToast={(made) => ({
            title: made.state === 'undone' ? t('Import undone') : t('The import is being undone'),
          })}
          failureToast={t('Could not undo')}
        />
      )}
    </Card>
  )
}

function ImportRow({ one, onUndo }: { one: Import; onUndo: () => void }) {
  const { timeZone } = useBusiness()
  const { counts, problems, undo } = one
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{one.fileName}</p>
          <p className="text-sm text-soft">
            {[formatInstant(one.createdAt, timeZone), one.by.name].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Badge color={colors[one.state]}>{stateWords(one.state)}</Badge>
          {one.canUndo && <SmallButton onClick={onUndo}>{t('Undo')}</SmallButton>}
        </div>
      </div>
      {one.state === 'running' ? (
        <label className="block text-sm">
          {t('{done} of {rows} rows', {
            done: formatNumber(one.doneRows),
            rows: formatNumber(one.rows),
          })}
          <progress className="mt-1 block w-full accent-ink" value={one.doneRows} max={one.rows} />
        </label>
      ) : (
        <p className="text-sm">{addedWords(counts)}</p>
      )}
      {undo && <Undone undo={undo} />}
      {one.canMend && one.state !== 'running' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <ExportButton
            size="small"
            url={fileUrls.rowsToMend(one.id)}
            name="rows-to-mend"
            failed={{ title: t('The file could not be saved') }}
          >
            {t('Rows to mend (CSV)')}
          </ExportButton>
          <p className="min-w-0 flex-1 basis-60 text-sm text-soft">
            {t('Correct them and choose the file above. Kept for {days} days.', {
              days: mendKeptDays,
            })}
          </p>
        </div>
      )}
      {problems.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm underline underline-offset-4">
            {t('Skipped rows, cells and notes')}
          </summary>
          <div className="mt-2">
            <ProblemTable problems={problems} />
          </div>
        </details>
      )}
    </li>
  )
}

/** The counts of an import, added and left out, in one line. */
export const addedWords = (counts: Import['counts']): string =>
  [
    (counts.newCustomers > 0 || !isAnything(counts)) &&
      plural(counts.newCustomers, {
        one: '{count} new customer',
        other: '{count} new customers',
      }),
    counts.newVehicles > 0 &&
      plural(counts.newVehicles, { one: '{count} new car', other: '{count} new cars' }),
    counts.newPlaces > 0 &&
      plural(counts.newPlaces, { one: '{count} address', other: '{count} addresses' }),
    counts.newVisits > 0 &&
      plural(counts.newVisits, { one: '{count} past visit', other: '{count} past visits' }),
    counts.matchedCustomers > 0 &&
      plural(counts.matchedCustomers, {
        one: '{count} row was there already',
        other: '{count} rows were there already',
      }),
    ...leftOutWords(counts),
  ]
    .filter(Boolean)
    .join(' · ')

const isAnything = (counts: Import['counts']) => Object.values(counts).some((count) => count > 0)

function Undone({ undo }: { undo: NonNullable<Import['undo']> }) {
  const more = undo.keptCount - undo.kept.length
  return (
    <div className="text-sm">
      <p>
        {t('Removed: {what}.', {
          what: [
            ...(undo.customers > 0 || undo.vehicles + undo.places + undo.visits === 0
              ? [plural(undo.customers, { one: '{count} customer', other: '{count} customers' })]
              : []),
            ...(undo.vehicles > 0
              ? [plural(undo.vehicles, { one: '{count} car', other: '{count} cars' })]
              : []),
            ...(undo.places > 0
              ? [plural(undo.places, { one: '{count} address', other: '{count} addresses' })]
              : []),
            ...(undo.visits > 0
              ? [plural(undo.visits, { one: '{count} past visit', other: '{count} past visits' })]
              : []),
          ].join(', '),
        })}
      </p>
      {undo.kept.length > 0 && (
        <>
          <p className="mt-1 font-medium">{t('What stays:')}</p>
          <ul className="list-disc pl-5">
            {undo.kept.map(({ name, customerId, reason }, n) => (
              <li key={n}>
                {customerId ? (
                  <TextLink href={officePaths.customer(customerId)}>
                    {name || t('Customer')}
                  </TextLink>
                ) : (
                  name || t('A deleted user')
                )}{' '}
                {translate(keptReasonLabels[reason])}
              </li>
            ))}
            {more > 0 && <li>{plural(more, { one: '{count} more', other: '{count} more' })}</li>}
          </ul>
        </>
      )}
    </div>
  )
}

const colors = {
  running: 'amber',
  done: 'green',
  undoing: 'amber',
  undone: 'gray',
  failed: 'red',
} as const satisfies Record<ImportState, string>

const stateWords = (state: ImportState): string =>
  ({
    running: t('Running'),
    done: t('Done'),
    undoing: t('Being undone'),
    undone: t('state|Undone'),
    failed: t('Stopped before its end'),
  })[state]
