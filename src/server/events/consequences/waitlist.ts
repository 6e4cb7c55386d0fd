import { currentSettings } from '#server/base/current-settings.ts'
import type { WaitlistEvents } from '#shared/rules/events.ts'
import { formatTime, formatAmount } from '#shared/texts/format.ts'
import { t } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'
import { describeTime, describeTimeShortly } from '../describe-visit.ts'

type What = WaitlistEvents['waitlist_changed']['what']

/** Events of the waitlist: entries and held times. */
export const waitlistConsequences = {
  waitlist_changed: {
    audit: {
      about: 'customers',
      stores: ['what', 'reason'],
      variants: changes().map((what) => ({ what })),
      line: ({ what, reason }) => ({ title: titleOf(what), comment: reason }),
    },
    changes: ['waitlist'],
    hears: ['office', 'person'],
  },

  waitlist_offered: {
    audit: null,
    changes: ['waitlist', 'availability'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'waitlist',
        urgent: true,
        answerUntil: ({ expiresAt }) => new Date(expiresAt),
        bell: ({ data }) => ({
          title: data.visit ? t('An earlier time is available') : t('A time is available'),
          message: describeOffer(data),
        }),
        mail: ({ data }) => ({
          subject: data.visit
            ? t('an earlier time is available: {time}', { time: describeTime(data) })
            : t('a time is available: {time}', { time: describeTime(data) }),
          paragraphs: [
            describeOffer(data),
            data.price
              ? t('{vehicle}, {price}. Nothing is booked until you accept.', {
                  vehicle: data.vehicle,
                  price: formatAmount(data.price),
                })
              : t('{vehicle}. Your visit stays as it is unless you accept.', {
                  vehicle: data.vehicle,
                }),
            t('Accept or decline it here:') + `\n${data.link}`,
            t(
              'Anyone with this link can answer for you, so please do not pass it on. If you do not answer, the time goes to the next customer.',
            ),
          ],
        }),
        sms: ({ data }) =>
          t('{time} is available and held for you until {until}. Accept or decline: {link}', {
            time: describeTimeShortly(data),
            until: atClock(data.expiresAt),
            link: data.link,
          }),
      },
    ],
  },

  waitlist_offer_ended: {
    audit: null,
    changes: ['waitlist', 'availability'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'waitlist',
        bell: ({ data }) => ({
          title: t('A time is no longer held for you'),
          message: [describeEnd(data), data.stillWaiting ? t('You are still on the waitlist.') : '']
            .filter(Boolean)
            .join(' '),
        }),
      },
    ],
  },
} satisfies SomeConsequences

function changes(): What[] {
  return ['joined', 'left', 'removed', 'reordered', 'accepted', 'declined', 'taken_back']
}

function titleOf(what: What | undefined): string {
  switch (what) {
    case 'joined':
      return t('Added to the waitlist')
    case 'reordered':
      return t('Waitlist reordered')
    case 'accepted':
      return t('Offer of the waitlist accepted')
    case 'declined':
      return t('Offer of the waitlist declined')
    case 'taken_back':
      return t('Offer of the waitlist taken back')
    default:
      return t('Removed from the waitlist')
  }
}

function describeEnd({ outcome, open, ...at }: WaitlistEvents['waitlist_offer_ended']): string {
  const time = describeTime(at)
  if (open) return t('{time} is open to everyone again.', { time })
  return outcome === 'expired'
    ? t('The time to answer for {time} is over.', { time })
    : t('{time} is no longer available.', { time })
}

const atClock = (instant: string): string => formatTime(instant, currentSettings().timeZone)

function describeOffer(data: WaitlistEvents['waitlist_offered']): string {
  const time = describeTime(data)
  const until = atClock(data.expiresAt)
  return data.visit
    ? t('{time} is available, instead of {before}. It is held for you until {until}.', {
        time,
        before: describeTime(data.visit),
        until,
      })
    : t('{time} is available. It is held for you until {until}.', { time, until })
}
