import { useState } from 'react'
import * as z from 'zod/mini'
import { DialogForm } from '#client/app/form/dialog-form.tsx'
import { refreshThings } from '#client/app/queries.ts'
import { useBusiness } from '#client/app/session.ts'
import { Banner } from '#client/ui/banner.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { type DailyClose, type SignOff, SignOffForm } from '#shared/contract/daily-close.ts'
import { centsFromDecimal } from '#shared/rules/money.ts'
import { formatAmount, formatCents, formatDay, formatInstant } from '#shared/texts/format.ts'
import { plural, t, text } from '#shared/texts/t.ts'

/** Shows who signed off the day, and whether its figures have changed since. */
export function SignOffCard({ close }: { close: DailyClose }) {
  const [isAsking, setAsking] = useState(false)
  const { date, first, signOffs, changed, state, drawer } = close
  const [last] = signOffs
  return (
    <Card title={t('Sign-off')}>
      <div className="space-y-3">
        {last && changed && <Changed close={close} last={last} />}
        {drawer.opening && (!last || changed) && (
          <p className="text-sm text-soft">
            {t('Cash drawer:')} {describeDrawer(drawer)}
          </p>
        )}
        {signOffs.length === 0 && (
          <p className="text-soft">
            {state === 'running'
              ? t('This day has not been signed off. It is not over yet.')
              : date < first
                ? t('The ledger begins after this day: there is nothing to sign off.')
                : t('This day has not been signed off.')}
          </p>
        )}
        {signOffs.length > 0 && (
          <ul className="space-y-1">
            {signOffs.map((one) => (
              <Signed key={one.id} signOff={one} />
            ))}
          </ul>
        )}
        {date >= first && (!last || changed) && (
          <Button variant="primary" onClick={() => setAsking(true)}>
            {last ? t('Sign off again') : t('Sign off the day')}
          </Button>
        )}
      </div>
      {isAsking && <Ask close={close} onClose={() => setAsking(false)} />}
    </Card>
  )
}

function Signed({
  signOff: { by, at, figures, openDifferences, countedCash, drawer },
}: {
  signOff: SignOff
}) {
  const { timeZone } = useBusiness()
  return (
    <li className="text-sm wrap-anywhere">
      <span className="font-medium">{by}</span>, {formatInstant(at, timeZone, { year: true })}
      <span className="block text-soft">
        {t('Collected less refunds {net}, captured {captured}, refunded {refunded}', {
          net: formatAmount(figures.net),
          captured: formatAmount(figures.captured),
          refunded: formatAmount(figures.refunded),
        })}
        {countedCash !== null &&
          ` · ${describeCounted(countedCash, drawer ?? { expected: figures.cash })}`}
        {openDifferences === null && ` · ${t('not compared with the card network')}`}
        {openDifferences !== null &&
          openDifferences > 0 &&
          ` · ${plural(openDifferences, {
            one: '{count} difference not explained',
            other: '{count} differences not explained',
          })}`}
      </span>
    </li>
  )
}

type Count = { expected: string | null; taken?: string; left?: string }

/** The counted cash, whether it matches, and the amount left in the drawer if some was taken out. */
const describeCounted = (counted: string, { expected, taken = '0.00', left = '' }: Count) =>
  [
    t('{amount} cash counted.', { amount: formatAmount(counted) }),
    describeCash(counted, expected),
    taken !== '0.00' &&
      t('{taken} taken out, {left} stays in the drawer.', {
        taken: formatAmount(taken),
        left: formatAmount(left),
      }),
  ]
    .filter(Boolean)
    .join(' ')

function Changed({ close: { entries, total }, last }: { close: DailyClose; last: SignOff }) {
  return (
    <Banner tone="warning" title={t('The day has changed since it was signed off')}>
      {t('Then {entriesThen} entries and {netThen}, now {entries} entries and {net}.', {
        entriesThen: last.entries,
        netThen: formatAmount(last.figures.net),
        entries,
        net: formatAmount(total.net),
      })}
    </Banner>
  )
}

function Ask({ close, onClose }: { close: DailyClose; onClose: () => void }) {
  const { date, entries, total, state, drawer } = close
  const warnings = warningsOf(close)
  const isRunning = state === 'running'
  const hasCash = total.cash !== '0.00' || drawer.opening !== null
  return (
    <DialogForm
      call="POST /api/admin/close"
      input={({ early, countedCash, takenCash }) => ({
        body: {
          date,
          entries,
          ...(early && { early }),
          ...(countedCash && { countedCash, ...(takenCash && { takenCash }) }),
        },
      })}
      schema={isRunning ? EarlyForm : SignOffForm}
      defaultValues={{}}
      onClose={onClose}
      size="small"
      title={t('Sign off the day?')}
      description={t('{day}: collected less refunds {net}.', {
        day: formatDay(date, { long: true, year: true }),
        net: formatAmount(total.net),
      })}
      submitLabel={warnings.length > 0 ? t('Sign off anyway') : t('Sign off')}
      successToast={{ title: t('The day is signed off') }}
      failureTitle={t('The day could not be signed off')}
      insist={() => {
        // Show the newer state behind the toast.
        refreshThings(['closes'])
        return null
      }}
    >
      {({ MoneyField, SwitchField }, { countedCash, takenCash }) => (
        <>
          {warnings.length > 0 && (
            <Banner tone="warning" title={t('Not everything is settled')}>
              <ul>
                {warnings.map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Banner>
          )}
          {hasCash && (
            <>
              <MoneyField
                name="countedCash"
                label={t('Cash in the drawer, counted')}
                hint={[
                  describeDrawer(drawer),
                  countedCash ? describeCash(String(countedCash), drawer.expected) : '',
                ]
                  .filter(Boolean)
                  .join(' ')}
              />
              {Boolean(countedCash) && (
                <MoneyField
                  name="takenCash"
                  label={t('Taken out, for example to the bank')}
                  hint={describeLeft(countedCash, takenCash)}
                />
              )}
            </>
          )}
          {isRunning && (
            <SwitchField name="early" label={t('Sign it off early, although it is not over')} />
          )}
        </>
      )}
    </DialogForm>
  )
}

const earlyPlease = text('Confirm that you want to sign it off early')
const EarlyForm = z.extend(SignOffForm, { early: z.literal(true, earlyPlease) })

/** The amount that should be in the drawer, and why. */
function describeDrawer({ opening, received, expected }: DailyClose['drawer']): string {
  if (!opening || expected === null)
    return t(
      '{amount} was received in cash. Count everything, change included: the next count starts from this one.',
      { amount: formatAmount(received) },
    )
  return t(
    '{opening} was left in it on {day}, {received} was received since: {expected} should be in it.',
    {
      opening: formatAmount(opening.amount),
      day: formatDay(opening.day),
      received: formatAmount(received),
      expected: formatAmount(expected),
    },
  )
}

/** Compares the counted cash with the expected amount; empty while the input is incomplete. */
function describeCash(counted: string, expected: string | null): string {
  const cents = centsFromDecimal(counted)
  if (cents === undefined) return ''
  if (expected === null) return t('The first count.')
  const over = cents - Math.round(Number(expected) * 100)
  if (over === 0) return t('The drawer matches.')
  return over > 0
    ? t('{amount} too much in the drawer.', { amount: formatCents(over) })
    : t('{amount} missing from the drawer.', { amount: formatCents(-over) })
}

/** The amount that stays in the drawer; empty while the input is incomplete. */
function describeLeft(counted: string | number = '', taken: string | number = ''): string {
  const left = (centsFromDecimal(counted) ?? NaN) - (centsFromDecimal(taken || '0') ?? NaN)
  return left >= 0
    ? t('{amount} stays in the drawer for the next day.', { amount: formatCents(left) })
    : ''
}

/** The day's open items, as warnings before signing off. */
function warningsOf({ state, unfinished, takesCards, compared, problems }: DailyClose): string[] {
  const unresolved = problems.filter(({ resolved }) => !resolved).length
  return [
    state === 'running' && t('The day is not over: later entries show as changes.'),
    unfinished > 0 &&
      plural(unfinished, {
        one: '{count} visit is in progress or not finished.',
        other: '{count} visits are in progress or not finished.',
      }),
    takesCards && !compared && t('It has not been compared with the card network.'),
    compared?.outdated && t('It has new entries since it was compared with the card network.'),
    compared &&
      compared.open > 0 &&
      plural(compared.open, {
        one: '{count} difference is not explained.',
        other: '{count} differences are not explained.',
      }),
    unresolved > 0 &&
      plural(unresolved, {
        one: '{count} unexpected event is not resolved.',
        other: '{count} unexpected events are not resolved.',
      }),
  ].filter((words): words is string => typeof words === 'string')
}
