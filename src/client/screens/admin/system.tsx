import { CardEvents } from '#client/features/system/card-events.tsx'
import { CardNetwork } from '#client/features/system/card-network.tsx'
import { SystemFacts } from '#client/features/diagnostics/system-facts.tsx'
import { LinkButton, SmallButton } from '#client/ui/button.tsx'
import { Page } from '#client/ui/page.tsx'
import { paths } from '#shared/rules/paths.ts'
import { t, plural } from '#shared/texts/t.ts'
import { showFailure } from '#client/app/form/form-toasts.ts'
import { useCall, useWrite } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { List } from '#client/app/list/list.tsx'
import { Card } from '#client/ui/card.tsx'
import { toast } from '#client/ui/toast.ts'
import type { FailedTask } from '#shared/contract/diagnostics.ts'
import { formatInstant } from '#shared/texts/format.ts'

export default function System() {
  return (
    <Page
      wide
      title={t('System')}
      lede={t('Versions and services, where card payments go, and reports from the card network.')}
      actions={<LinkButton href={paths.diagnostics}>{t('Diagnostic Center')}</LinkButton>}
      back={{ href: paths.settings, label: t('Settings') }}
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <div className="space-y-4">
          <SystemFacts />
          <CardNetwork />
        </div>
        <div className="space-y-4">
          <FailedTasks />
          <CardEvents />
        </div>
      </div>
    </Page>
  )
}

/** Background tasks that failed for good, each with a retry button. */
function FailedTasks() {
  const list = useCall('GET /api/admin/failed-tasks')
  return (
    <Card title={t('Failed background tasks')}>
      <List
        list={list}
        failed={t('The tasks could not be loaded')}
        empty={<p className="text-soft">{t('No tasks have failed.')}</p>}
      >
        {(tasks) => (
          <ul className="divide-y divide-line">
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} />
            ))}
          </ul>
        )}
      </List>
    </Card>
  )
}

function TaskRow({ task }: { task: FailedTask }) {
  const { timeZone } = useBusiness()
  const { id, name, tries, reason } = task
  const at = formatInstant(task.failedAt, timeZone)
  const retry = useWrite('POST /api/admin/failed-tasks/{id}/retry', {
    onSuccess: () => toast({ title: t('Trying again') }),
    onError: (error) => showFailure(t('Could not try again'), error),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-soft">
          {at} · {plural(tries, { one: '1 try', other: '{count} tries' })}
        </p>
        {reason && <p className="text-sm wrap-anywhere">{reason}</p>}
      </div>
      <SmallButton
        pending={retry.isPending}
        aria-label={t('Try {name} of {at} again', { name, at })}
        onClick={() => retry.mutate({ params: { id } })}
      >
        {t('Try again')}
      </SmallButton>
    </li>
  )
}
