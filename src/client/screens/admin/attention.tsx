import { CircleCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { whileDown } from '#client/app/socket-state.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall } from '#client/app/queries.ts'
import { MessageToAnswer } from '#client/features/contact/message-to-answer.tsx'
import { VisitsNeedingAttention } from '#client/features/dashboard/visits-needing-attention.tsx'
import { OpenSteps } from '#client/features/settings/setup/open-steps.tsx'
import { ApproveButton } from '#client/features/technicians/approve-and-invite.tsx'
import { TextLink, QuietButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { AttentionGroup, AttentionKind } from '#shared/contract/attention.ts'
import { officePaths } from '#shared/rules/office-paths.ts'
import { paths } from '#shared/rules/paths.ts'
import { formatNumber, formatRelative } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { MisplacedVisits } from './misplaced-visits.tsx'
import { Requests } from './requests.tsx'

const lookAgainMs = 60_000
const shownAtFirst = 3
/** These show the amount due. */
const owedKinds: ReadonlySet<AttentionKind> = new Set(['failed', 'unpaid', 'invoices_overdue'])

/** Items waiting for the office, most urgent first, each with a link to resolve it. */
export function Attention() {
  const waiting = useCall('GET /api/admin/attention', undefined, {
    refetchInterval: whileDown(lookAgainMs),
  })
  return (
    <Card title={t('Needs attention')} aria-label={t('Needs attention')}>
      <Loaded
        parts={[waiting]}
        loading={<Skeleton className="h-120 w-full" />}
        failed={t('Your open items could not be loaded')}
      >
        {(groups) =>
          groups.length > 0 ? (
            <div className="-mt-1 space-y-4">
              {groups.map((group) => (
                <Group key={group.kind} group={group} />
              ))}
            </div>
          ) : (
            <p className="flex items-center gap-2 text-soft">
              <CircleCheck aria-hidden="true" className="size-5 flex-none text-green" />
              {t('Nothing needs your attention')}
            </p>
          )
        }
      </Loaded>
    </Card>
  )
}

function Group({ group }: { group: AttentionGroup }) {
  const [open, setOpen] = useState(false)
  const { kind, count, capped } = group
  const all = useCall('GET /api/admin/attention', { query: { kind } }, { enabled: open })
  const found = (open && all.data?.find((one) => one.kind === kind)) || group
  const shown = open
    ? found
    : ({ ...group, entries: group.entries.slice(0, shownAtFirst) } as AttentionGroup)
  const { title, way } = heading(group)
  const rest = count - shown.entries.length
  const more = capped
    ? t('Show more')
    : plural(rest, { one: 'Show {count} more', other: 'Show {count} more' })
  return (
    <section aria-label={title}>
      <h3 className="flex items-baseline justify-between gap-3 border-b border-line pb-1 text-sm font-semibold">
        <span>
          {title}{' '}
          <span className="font-normal text-soft">
            {capped ? t('more than {count}', { count: formatNumber(count) }) : formatNumber(count)}
          </span>
        </span>
        {way}
      </h3>
      <Entries group={shown} />
      {!open && rest > 0 && (
        <QuietButton
          className="-ml-3"
          aria-label={`${more}: ${title}`}
          onClick={() => setOpen(true)}
        >
          {more}
        </QuietButton>
      )}
      {open && all.data && rest > 0 && (
        <p className="text-sm text-soft">
          {capped
            ? t('and many more')
            : plural(rest, { one: 'and {count} more', other: 'and {count} more' })}
        </p>
      )}
    </section>
  )
}

/** A kind's title and a link to all its items, if there is one. */
function heading({ kind, entries }: AttentionGroup): { title: string; way?: ReactNode } {
  const link = (href: string, label: string) => (
    <TextLink href={href} className="flex-none font-normal!">
      {label}
    </TextLink>
  )
  const titles: Record<AttentionKind, string> = {
    setup: t('Your business is not set up yet'),
    no_packages: t('No package is for sale'),
    no_technicians: t('No technicians yet to do the work'),
    requests: t('Requests outside the area'),
    unassigned: t('Unassigned, today and the next two days'),
    technician_lost: t('Lost their technician'),
    technician_away: t('Technician unavailable at that time'),
    closed_times: t('Visits at closed times'),
    messages: t('Messages'),
    fee_decisions: t('Not done: decide on a fee'),
    payment_problems: t('Payments to review'),
    failed: t('Cards that could not be held'),
    unpaid: t('Visits awaiting payment'),
    to_return: t('To give back'),
    invoices_overdue: t('Overdue invoices'),
    not_ended: t('Past visits still open'),
    unsent_work: t("Technicians' unsent work"),
    technicians: t('Technicians waiting for approval'),
    low_stock: t('Low stock'),
  }
  const [first] = entries
  const ways: Partial<Record<AttentionKind, ReactNode>> = {
    unassigned:
      first &&
      'scheduledDate' in first &&
      link(officePaths.scheduleOn(first.scheduledDate), t('Open the day board')),
    setup: link(officePaths.setup, t('Set up')),
    messages: link(officePaths.messages, t('Open the inbox')),
    failed: link(officePaths.paymentsWith('failed'), t('Payments')),
    invoices_overdue: link(officePaths.invoicesWith('overdue'), t('Invoices')),
    technicians: link(paths.technicians, t('Technicians')),
    no_packages: link(paths.products, t('Products')),
    no_technicians: link(paths.technicians, t('Add Technician')),
    low_stock: link(officePaths.lowStock, t('Products')),
  }
  return { title: titles[kind], way: ways[kind] }
}

function Entries({ group }: { group: AttentionGroup }) {
  switch (group.kind) {
    case 'requests':
      return <Requests jobs={group.entries} />
    case 'setup':
      return <OpenSteps steps={group.entries.map(({ step }) => step)} />
    case 'technician_lost':
    case 'technician_away':
      return <MisplacedVisits visits={group.entries} helps="assign" />
    case 'closed_times':
      return <MisplacedVisits visits={group.entries} helps="move" />
    case 'no_packages':
      return (
        <p className="py-1.5 text-sm">
          {t('No one can book until a package is for sale again. Restore one, or add one.')}
        </p>
      )
    case 'no_technicians':
      return (
        <p className="py-1.5 text-sm">
          {group.entries.some(({ offersTimes }) => offersTimes)
            ? t(
                'Customers can book the times you offer, but there is no technician to do the work.',
              )
            : t('Customers see no times until you have an active technician.')}
        </p>
      )
    case 'messages':
      return (
        <ul className="divide-y divide-line">
          {group.entries.map((message) => (
            <li key={message.id} className="py-1.5">
              <MessageToAnswer message={message} />
            </li>
          ))}
        </ul>
      )
    case 'technicians':
      return (
        <ul className="divide-y divide-line">
          {group.entries.map(({ id, name, email, createdAt }) => (
            <li key={id} className="flex items-center justify-between gap-3 py-1.5">
              <span className="min-w-0">
                <span className="block truncate font-medium">{name || email}</span>
                <span className="block truncate text-sm text-soft">
                  {t('signed up {when}', { when: formatRelative(createdAt) })}
                </span>
              </span>
              <ApproveButton id={id} name={name || email || ''} />
            </li>
          ))}
        </ul>
      )
    case 'low_stock':
      return (
        <ul className="divide-y divide-line">
          {group.entries.map(({ id, name, stockQuantity }) => (
            <li key={id} className="flex items-baseline justify-between gap-3 py-1.5">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="flex-none text-sm text-soft">
                {stockQuantity < 0
                  ? t('{count} below zero', { count: formatNumber(-stockQuantity) })
                  : plural(stockQuantity, { one: '{count} left', other: '{count} left' })}
              </span>
            </li>
          ))}
        </ul>
      )
    default:
      return (
        <VisitsNeedingAttention
          visits={group.entries}
          says={
            group.kind === 'fee_decisions'
              ? 'deadline'
              : group.kind === 'to_return'
                ? 'return'
                : owedKinds.has(group.kind)
                  ? 'due'
                  : undefined
          }
        />
      )
  }
}
