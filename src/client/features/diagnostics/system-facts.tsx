import { useCall } from '#client/app/queries.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useBusiness } from '#client/app/session.ts'
import { Card } from '#client/ui/card.tsx'
import { Facts } from '#client/ui/fact-list.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { SystemState } from '#shared/contract/diagnostics.ts'
import { formatInstant, formatNumber } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'

/** Versions and services of the installation; office only. */
export function SystemFacts() {
  const system = useCall('GET /api/admin/system', undefined, { staleTime: 0 })
  return (
    <Card title={t('Installation')}>
      <Loaded
        parts={[system]}
        failed={t('The installation could not be looked up')}
        loading={<Skeleton lines={8} />}
      >
        {(state) => <Known state={state} />}
      </Loaded>
    </Card>
  )
}

function Known({ state }: { state: SystemState }) {
  const { timeZone } = useBusiness()
  const { database, queue } = state
  return (
    <Facts
      items={[
        { label: t('Version'), value: state.version },
        { label: 'Node', value: state.node },
        { label: t('Running since'), value: formatInstant(state.startedAt, timeZone) },
        {
          label: t('Database'),
          value: `${database.engine === 'embedded' ? t('Embedded') : t('Server')} · PostgreSQL ${database.version}`,
        },
        {
          label: t('Size of the database'),
          value: t('{megabytes} MB', { megabytes: formatNumber(database.bytes / 1024 / 1024) }),
        },
        {
          label: t('Response time of the database'),
          value: t('{milliseconds} ms', { milliseconds: String(database.answeredMs) }),
        },
        ...(state.diskFreeBytes === null
          ? []
          : [
              {
                label: t('Free on the disk'),
                value: t('{gigabytes} GB', { gigabytes: formatNumber(state.diskFreeBytes / 1e9) }),
              },
            ]),
        { label: t('Backups'), value: describeBackups(state.backups, timeZone) },
        { label: t('Background tasks'), value: describeQueue(queue, timeZone) },
        { label: t('E-mail'), value: describeLeaving(state.mail) },
        { label: t('Text messages'), value: describeLeaving(state.texts) },
        { label: t('Cards'), value: describeCards(state.cards) },
        { label: t('Drive times'), value: describeRouter(state.router, timeZone) },
        { label: t('Optimize day'), value: describeOptimizer(state.optimizer, timeZone) },
      ]}
    />
  )
}

function describeQueue({ due, oldestDueAt, failed }: SystemState['queue'], timeZone: string) {
  const waiting =
    oldestDueAt === null
      ? t('None waiting')
      : plural(
          due,
          { one: '1 waiting since {since}', other: '{count} waiting since {since}' },
          { since: formatInstant(oldestDueAt, timeZone) },
        )
  if (failed === 0) return waiting
  const given = plural(failed, {
    one: '1 failed within a day',
    other: '{count} failed within a day',
  })
  return `${waiting}; ${given}`
}

function describeBackups({ count, newest, encrypted }: SystemState['backups'], timeZone: string) {
  if (!newest) return t('None made here yet')
  const kept = plural(
    count,
    {
      one: '1 kept, made {when}, {megabytes} MB',
      other: '{count} kept, the newest made {when}, {megabytes} MB',
    },
    {
      when: formatInstant(newest.madeAt, timeZone),
      megabytes: formatNumber(Math.max(0.1, newest.bytes / 1e6), 1),
    },
  )
  return encrypted ? kept : t('{kept}; not encrypted', { kept })
}

const describeLeaving = (way: SystemState['mail']) =>
  ({
    sent: t('Sent'),
    kept: t('Kept in the outbox'),
    none: t('No provider connected: lost'),
    refused: t('The mail server does not answer, or refuses the login; e-mails wait'),
  })[way]

function describeRouter(router: SystemState['router'], timeZone: string) {
  if (!router) return t('Estimated from the distance')
  const { answeredAt, problem, answer } = router
  if (answeredAt === null) return t('From the routing server, which was not asked yet')
  if (!problem) return t('From the routing server')
  const what = {
    unreachable: t('The routing server cannot be reached'),
    slow: t('The routing server did not answer in time'),
    unreadable: t('The address of the routing server leads to something else'),
    refused: t('The routing server refused: {answer}', { answer: answer ?? '' }),
    implausible: t('Some drives of the routing server are impossible; its map may lack your area'),
  }[problem]
  return t('{what} ({when}). Drives it does not know are estimated.', {
    what,
    when: formatInstant(answeredAt, timeZone),
  })
}

function describeOptimizer(optimizer: SystemState['optimizer'], timeZone: string) {
  if (!optimizer) return t('By our own method')
  const { answeredAt, problem, answer } = optimizer
  if (answeredAt === null) return t('By the optimization server, which was not asked yet')
  if (!problem) return t('By the optimization server')
  const what = {
    unreachable: t('The optimization server cannot be reached'),
    slow: t('The optimization server did not answer in time'),
    unreadable: t('The address of the optimization server leads to something else'),
    refused: t('The optimization server refused: {answer}', { answer: answer ?? '' }),
    implausible: t('The optimization server proposed routes that cannot be driven'),
  }[problem]
  return t('{what} ({when}). Our own method is used.', {
    what,
    when: formatInstant(answeredAt, timeZone),
  })
}

function describeCards(cards: SystemState['cards']) {
  if (cards === 'square') return 'Square'
  return cards ? t('Simulated, no money moves') : t('No card provider')
}
