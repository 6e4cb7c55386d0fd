import { Plus, TicketPercent } from 'lucide-react'
import { useState } from 'react'
import { ExportButton, exportUrl } from '#client/app/export-button.tsx'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import { useSearchParam } from '#client/app/search-params.ts'
import {
  type OpenPromotion,
  promotionColumns,
} from '#client/features/catalog/promotion-columns.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Page } from '#client/ui/page.tsx'
import { Select } from '#client/ui/select.tsx'
import { promotionSwitches } from '#shared/contract/promotions.ts'
import { fileUrls } from '#shared/rules/file-urls.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const PromotionDialog = lazyDialog(() => import('#client/features/catalog/promotion-dialog.tsx'))
const DeletePromotionDialog = lazyDialog(
  () => import('#client/features/catalog/delete-promotion-dialog.tsx'),
)

/** Discount codes with their uses and amounts. */
export default function Promotions() {
  const [open, setOpen] = useState<OpenPromotion | { what: 'add' } | null>(null)
  const [wanted, setState] = useSearchParam('state')
  const state = promotionSwitches.find((one) => one === wanted)
  const list = useList('GET /api/admin/promotions', {
    columns: promotionColumns(setOpen),
    query: state ? { state } : {},
  })
  const close = () => setOpen(null)
  const add = (
    <Button variant="primary" icon={<Plus />} onClick={() => setOpen({ what: 'add' })}>
      {t('Add code')}
    </Button>
  )
  return (
    <Page
      wide
      title={t('Promotion codes')}
      lede={t('Customers enter a code when they book and get a discount.')}
      back={{ href: paths.products, label: t('Products') }}
      actions={
        <>
          <ExportButton
            url={exportUrl(fileUrls.promotionsExport, {
              search: list.search.slice(0, 100),
              sort: list.sort,
              state,
            })}
            name="promotions"
            failed={{ alert: t('The codes could not be exported. Please try again.') }}
          >
            {t('Export CSV')}
          </ExportButton>
          {add}
        </>
      }
    >
      <ListTable
        list={list}
        caption={t('Promotion codes')}
        failed={t('The promotion codes could not be loaded')}
        search={t('Search code or reason')}
        filters={
          <Select
            aria-label={t('Which codes')}
            value={state ?? ''}
            onChange={({ target }) => setState(target.value)}
            options={[
              { value: '', label: t('All') },
              { value: 'active', label: t('Switched on') },
              { value: 'off', label: t('Switched off') },
            ]}
          />
        }
        empty={
          state ? (
            <EmptyState
              icon={<TicketPercent />}
              title={
                state === 'off' ? t('No codes are switched off') : t('No codes are switched on')
              }
            />
          ) : (
            <EmptyState
              icon={<TicketPercent />}
              title={t('No promotion codes yet')}
              text={t('Add one for a mailing, a neighborhood or a quiet week.')}
              action={add}
            />
          )
        }
      />
      {open?.what === 'add' && <PromotionDialog onClose={close} />}
      {open?.what === 'edit' && <PromotionDialog promotion={open.promotion} onClose={close} />}
      {open?.what === 'delete' && (
        <DeletePromotionDialog promotion={open.promotion} onClose={close} />
      )}
    </Page>
  )
}
