import { Gauge, Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable, type ListColumn, useList } from '#client/app/list/list-table.tsx'
import { useSearchParam } from '#client/app/search-params.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, QuietButton } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Select } from '#client/ui/select.tsx'
import { type Engine, engineStates } from '#shared/contract/engines.ts'
import { confidenceLabel } from '#shared/rules/shown-capacity.ts'
import { oilTypeLabel } from '#shared/rules/oil.ts'
import { formatNumber } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'

const EngineDialog = lazyDialog(() => import('./engine-dialog.tsx'))
const ImportEnginesDialog = lazyDialog(() => import('./import-engines-dialog.tsx'))
const UndoEngineDialog = lazyDialog(() => import('./undo-engine-dialog.tsx'))

type OpenEngine = { what: 'edit' | 'undo'; engine: Engine }

export function EngineList() {
  const [open, setOpen] = useState<OpenEngine | { what: 'add' | 'import' } | null>(null)
  const [wanted, setState] = useSearchParam('state')
  const state = engineStates.find((one) => one === wanted)
  const list = useList('GET /api/admin/engines', {
    columns: engineColumns(setOpen),
    query: state ? { state } : {},
  })
  const close = () => setOpen(null)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'add' })}>
      {t('Add Engine')}
    </Button>
  )
  return (
    <>
      <ListTable
        list={list}
        caption={t('Engines')}
        failed={t('The engines could not be loaded')}
        search={t('Search make, model or year')}
        filters={
          <>
            <Select
              aria-label={t('Which engines')}
              value={state ?? ''}
              onChange={({ target }) => setState(target.value)}
              options={[
                { value: '', label: t('All') },
                { value: 'corrected', label: t('Corrected or added by us') },
              ]}
            />
            <span className="flex flex-wrap gap-2 sm:ml-auto">
              <Button icon={<Upload />} onClick={() => setOpen({ what: 'import' })}>
                {t('Import')}
              </Button>
              {add}
            </span>
          </>
        }
        empty={
          <EmptyState
            icon={<Gauge />}
            title={state ? t('Nothing was corrected yet') : t('No engines yet')}
            text={t('Your own data for an engine overrides the built-in data.')}
            action={add}
          />
        }
      />
      {open?.what === 'add' && <EngineDialog onClose={close} />}
      {open?.what === 'import' && <ImportEnginesDialog onClose={close} />}
      {open?.what === 'edit' && <EngineDialog engine={open.engine} onClose={close} />}
      {open?.what === 'undo' && <UndoEngineDialog engine={open.engine} onClose={close} />}
    </>
  )
}

const engineColumns = (
  onOpen: (open: OpenEngine) => void,
): ListColumn<'GET /api/admin/engines'>[] => [
  {
    key: 'make',
    header: t('Engine'),
    main: true,
    sortBy: ({ make, model }) => `${make} ${model}`,
    cell: ({ make, model, engine }) => (
      <span className="block min-w-0">
        <span className="block font-medium wrap-anywhere">
          {make} {model}
        </span>
        <span className="block text-sm font-normal text-soft">{engine}</span>
      </span>
    ),
  },
  {
    key: 'years',
    header: t('Years'),
    className: 'md:whitespace-nowrap',
    sortBy: ({ yearFrom }) => yearFrom,
    cell: ({ yearFrom, yearTo }) => (yearFrom === yearTo ? yearFrom : `${yearFrom}–${yearTo}`),
  },
  {
    key: 'quarts',
    header: t('Quarts'),
    align: 'end',
    sortBy: ({ quarts }) => quarts,
    cell: ({ quarts, original }) => (
      <span className="tabular-nums">
        {original && original.quarts !== quarts && (
          <>
            <span className="sr-only">{t('instead of')}</span>{' '}
            <s className="text-soft">{formatNumber(original.quarts, 2)}</s>{' '}
          </>
        )}
        <span>{formatNumber(quarts, 2)}</span>
      </span>
    ),
  },
  {
    key: 'oil',
    header: t('Oil'),
    cell: ({ oilType, viscosity }) => (
      <span>
        {translate(oilTypeLabel(oilType))}
        {viscosity && <span className="block text-sm text-soft">{viscosity}</span>}
      </span>
    ),
  },
  {
    key: 'source',
    header: t('Source'),
    sortBy: ({ source }) => source,
    cell: ({ isOwn, original, source, confidence }) => (
      <span className="block min-w-0 md:max-w-80">
        {isOwn ? (
          <Badge color="blue">{t('Added by us')}</Badge>
        ) : (
          original && <Badge color="blue">{t('Corrected by us')}</Badge>
        )}
        <span className="block text-sm wrap-anywhere text-soft">
          {[translate(confidenceLabel(confidence)), source].filter(Boolean).join(': ')}
        </span>
      </span>
    ),
  },
  {
    key: 'actions',
    header: t('Actions'),
    actions: true,
    cell: (engine) => {
      const name = `${engine.make} ${engine.model}, ${engine.engine}`
      return (
        <span className="-mx-3 inline-flex flex-wrap items-center md:mx-0">
          <QuietButton
            aria-label={t('Correct {name}', { name })}
            onClick={() => onOpen({ what: 'edit', engine })}
          >
            {t('Correct')}
          </QuietButton>
          {(engine.isOwn || engine.original) && (
            <QuietButton
              aria-label={
                engine.isOwn ? t('Delete {name}', { name }) : t('Undo for {name}', { name })
              }
              onClick={() => onOpen({ what: 'undo', engine })}
            >
              {engine.isOwn ? t('Delete') : t('Undo')}
            </QuietButton>
          )}
        </span>
      )
    },
  },
]
