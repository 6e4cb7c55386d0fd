import { Inbox } from 'lucide-react'
import { lazyDialog } from '#client/app/form/lazy-dialog.tsx'
import { ListTable, useList } from '#client/app/list/list-table.tsx'
import { useSearchParam } from '#client/app/search-params.ts'
import { messageColumns } from '#client/features/contact/message-columns.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Field } from '#client/ui/field.tsx'
import { Page } from '#client/ui/page.tsx'
import { Select } from '#client/ui/select.tsx'
import { messageFilters } from '#shared/contract/contact.ts'
import { paths } from '#shared/rules/paths.ts'
import { t } from '#shared/texts/t.ts'

const MessageDialog = lazyDialog(() => import('#client/features/contact/message-dialog.tsx'))

/** The office's inbox, filtered to open messages by default. */
export default function Messages() {
  const [chosen, setFilter] = useSearchParam('filter')
  const [shown, setShown] = useSearchParam('message')
  const filter =
    chosen === 'all' ? undefined : (messageFilters.find((one) => one === chosen) ?? 'open')
  const list = useList('GET /api/admin/messages', { columns: messageColumns(), query: { filter } })
  return (
    <Page
      wide
      title={t('Messages')}
      back={{ href: paths.home, label: t('Dashboard') }}
      lede={t('Messages from customers and visitors to the office.')}
    >
      <ListTable
        list={list}
        caption={t('Messages')}
        failed={t('The messages could not be loaded')}
        search={t('Search messages')}
        onOpen={({ id }) => setShown(id)}
        filters={
          <Field label={t('Show')} hideLabel className="max-sm:grow sm:w-44">
            <Select
              value={filter ?? 'all'}
              onChange={({ target: { value } }) => setFilter(value === 'open' ? '' : value)}
              options={[
                { value: 'open', label: t('state|Open') },
                { value: 'mine', label: t('Mine') },
                { value: 'done', label: t('state|Done') },
                { value: 'all', label: t('All messages') },
              ]}
            />
          </Field>
        }
        empty={
          <EmptyState
            icon={<Inbox />}
            {...(filter
              ? {
                  title: filter === 'done' ? t('Nothing is done yet') : t('No open messages'),
                  action: <Button onClick={() => setFilter('all')}>{t('Show all')}</Button>,
                }
              : {
                  title: t('No messages yet'),
                  text: t('Messages from the contact page appear here.'),
                })}
          />
        }
      />
      {shown && <MessageDialog key={shown} id={shown} onClose={() => setShown('')} />}
    </Page>
  )
}
