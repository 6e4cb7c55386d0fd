import { useState } from 'react'
import { showFailure, showSuccess } from '#client/app/form/form-toasts.ts'
import { Loaded } from '#client/app/loaded.tsx'
import { useCall, useWrite } from '#client/app/queries.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { RadioCards } from '#client/ui/radio-cards.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { MatchingFact, MergePreview } from '#shared/contract/customer-merging.ts'
import type { Customer } from '#shared/contract/customers.ts'
import { nationalPhone, unbrokenPhone } from '#shared/rules/phone-numbers.ts'
import { formatAmount } from '#shared/texts/format.ts'
import { plural, t } from '#shared/texts/t.ts'
import { customerName } from './customer-badges.tsx'

interface MergeDialogProps {
  ids: readonly [string, string]
  onMerged?: (kept: Customer) => void
  onClose: () => void
}

/** Merges two customers permanently, after showing which one stays and what moves. */
export default function MergeDialog({ ids, onMerged, onClose }: MergeDialogProps) {
  const [keptId, setKeptId] = useState(ids[0])
  const otherId = keptId === ids[0] ? ids[1] : ids[0]
  const preview = useCall('GET /api/admin/customers/{id}/merge', {
    params: { id: keptId },
    query: { customerId: otherId },
  })
  const [taken, setTaken] = useState({ takeName: false, takeEmail: false, takePhone: false })
  const [sure, setSure] = useState(false)
  const merge = useWrite('POST /api/admin/customers/{id}/merge', {
    onSuccess: (kept) => {
      onClose()
      showSuccess({ title: t('Customers merged'), description: customerName(kept) })
      onMerged?.(kept)
    },
    onError: (error) => {
      onClose()
      showFailure(t('The customers were not merged'), error)
    },
  })
  const keep = (id: string) => {
    setKeptId(id)
    setTaken({ takeName: false, takeEmail: false, takePhone: false })
    setSure(false)
  }
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={t('Merge two customers')}
      description={t('Everything moves to the customer you keep.')}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="danger"
            pending={merge.isPending}
            disabledReason={!sure && t('First confirm that they are the same person.')}
            onClick={() =>
              merge.mutate({ params: { id: keptId }, body: { customerId: otherId, ...taken } })
            }
          >
            {t('Merge customers')}
          </Button>
        </>
      }
    >
      <Loaded
        parts={[preview]}
        loading={<Skeleton lines={8} />}
        failed={t('The customers could not be compared')}
      >
        {(found) => (
          <div className="space-y-5">
            <RadioCards
              legend={t('Who stays?')}
              columns={2}
              value={keptId}
              onChange={keep}
              options={ids.map((id) => cardOf(id === found.keep.id ? found.keep : found.merge))}
            />
            <Details found={found} taken={taken} onTake={(one) => setTaken({ ...taken, ...one })} />
            <section>
              <h3 className="font-semibold">{t('What moves')}</h3>
              <ul className="mt-1 list-inside list-disc">
                {describeMerge(found).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </section>
            <Banner
              tone={
                found.matches.length > 0 && found.matches.every(({ proven }) => proven)
                  ? 'info'
                  : 'warning'
              }
              title={t('Verified details')}
            >
              {matchLines(found).map((line) => (
                <p key={line} className="font-medium">
                  {line}
                </p>
              ))}
              {[found.keep, found.merge].map((customer) => (
                <p key={customer.id}>
                  {provenWords(
                    toldApart(customer, found),
                    customer === found.keep ? found.proven.keep : found.proven.merge,
                  )}
                </p>
              ))}
            </Banner>
            <Banner tone="warning" title={t('This cannot be undone')}>
              {lostWords(found, taken.takeEmail)}
            </Banner>
            <Checkbox
              row
              label={t('I have checked that they are the same person.')}
              checked={sure}
              onChange={({ target }) => setSure(target.checked)}
            />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

type Proven = MergePreview['proven']['keep']

/** Warns of each common detail that a stranger could have typed. */
function matchLines({ matches }: MergePreview): string[] {
  if (matches.length === 0)
    return [t('Phone number, e-mail address and name differ. Call both before you merge.')]
  const lines: Record<MatchingFact, string> = {
    phone: t(
      'Both have the same phone number, but not both have verified it. Anyone could have typed it; call before you merge.',
    ),
    email: t(
      'Both have the same mailbox, but not both have verified it. Anyone could have typed it; call before you merge.',
    ),
    name: t('Both have the same name, which proves nothing: anyone could have typed it.'),
  }
  return matches.filter(({ proven }) => !proven).map(({ fact }) => lines[fact])
}

/** Their name; with the e-mail or phone if both have the same. */
function toldApart(customer: Customer, { keep, merge }: MergePreview): string {
  const name = customerName(customer)
  const differs = customerName(keep) !== customerName(merge)
  return differs ? name : `${name} (${customer.email ?? nationalPhone(customer.phone)})`
}

function provenWords(name: string, { email, phone }: Proven): string {
  if (email && phone) return t('{name}: e-mail address and phone number.', { name })
  if (email)
    return t('{name}: the e-mail address. Anyone could have typed the phone number.', { name })
  if (phone)
    return t('{name}: the phone number. Anyone could have typed the e-mail address.', { name })
  return t(
    '{name}: neither e-mail address nor phone number. Anyone could have typed them; call before you merge.',
    { name },
  )
}

const cardOf = (customer: Customer) => ({
  value: customer.id,
  title: customerName(customer),
  description: [
    customer.email,
    unbrokenPhone(customer.phone),
    plural(customer.jobCount, { one: '{count} visit', other: '{count} visits' }),
    formatAmount(customer.totalSpent),
  ]
    .filter(Boolean)
    .join(' · '),
})

type Taken = { takeName: boolean; takeEmail: boolean; takePhone: boolean }

interface DetailsProps {
  found: MergePreview
  taken: Taken
  onTake: (one: Partial<Taken>) => void
}

/** Chooses between differing details; those only one customer has are always kept. */
function Details({ found: { keep, merge }, taken, onTake }: DetailsProps) {
  const rows = [
    { field: 'takeName', legend: t('Which name?'), of: nameOf },
    { field: 'takeEmail', legend: t('Which e-mail?'), of: ({ email }: Customer) => email ?? '' },
    {
      field: 'takePhone',
      legend: t('Which phone number?'),
      of: ({ phone }: Customer) => nationalPhone(phone),
    },
  ] as const
  return rows
    .filter(({ of }) => of(keep) && of(merge) && of(keep) !== of(merge))
    .map(({ field, legend, of }) => (
      <RadioCards
        key={field}
        legend={legend}
        columns={2}
        value={taken[field] ? 'merge' : 'keep'}
        onChange={(which) => onTake({ [field]: which === 'merge' })}
        options={[
          { value: 'keep', title: of(keep) },
          { value: 'merge', title: of(merge) },
        ]}
      />
    ))
}

const nameOf = ({ firstName, lastName }: Customer) => `${firstName} ${lastName}`.trim()

/** Lists what merging deletes, including the sign-in of one e-mail address. */
function lostWords({ keep, merge, proven }: MergePreview, takesEmail: boolean): string {
  if (takesEmail && proven.keep.email && keep.email && merge.email)
    return t(
      'Anything not chosen here is erased, and both are signed out everywhere. The e-mail address becomes {new} in a day; {old} is notified and can undo that for seven days.',
      { new: merge.email, old: keep.email },
    )
  const lost = takesEmail ? keep.email : merge.email
  const stays = takesEmail ? merge.email : keep.email
  if (!lost || !stays)
    return t(
      'Name, e-mail and phone number of the other one are erased, and both are signed out everywhere.',
    )
  return t(
    'Anything not chosen here is erased, and both are signed out everywhere. Please tell them to sign in with {stays}: {lost} would start a new account.',
    { stays, lost },
  )
}

function describeMerge({ moves, sameCars }: MergePreview): string[] {
  const counted: [number, string][] = [
    [moves.vehicles, plural(moves.vehicles, { one: '{count} car', other: '{count} cars' })],
    [
      moves.visits,
      plural(moves.visits, {
        one: '{count} visit with its payment',
        other: '{count} visits with their payments',
      }),
    ],
    [moves.messages, plural(moves.messages, { one: '{count} message', other: '{count} messages' })],
    [moves.notes, plural(moves.notes, { one: '{count} note', other: '{count} notes' })],
    [moves.cards, plural(moves.cards, { one: '{count} saved card', other: '{count} saved cards' })],
    [moves.reviews, plural(moves.reviews, { one: '{count} review', other: '{count} reviews' })],
    [
      moves.guestLinks,
      plural(moves.guestLinks, {
        one: '{count} visit link, which keeps working',
        other: '{count} links to visits, which keep working',
      }),
    ],
  ]
  const lines = counted.filter(([count]) => count > 0).map(([, line]) => line)
  for (const car of sameCars) lines.push(t('Both have the {car}: the two become one.', { car }))
  return lines.length > 0 ? lines : [t('Only their tags and history.')]
}
