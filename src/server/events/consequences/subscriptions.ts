import { currentSettings } from '#server/base/current-settings.ts'
import type { SubscriptionEvents } from '#shared/rules/events.ts'
import { endReasons, periodReasons } from '#shared/rules/plans.ts'
import { formatAmount, formatDay, formatInstantDay } from '#shared/texts/format.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'
import { describeTime, describeTimeShortly } from '../describe-visit.ts'

type Changed = SubscriptionEvents['subscription_changed']

/** Events of cars on plans. */
export const subscriptionConsequences = {
  subscription_changed: {
    audit: {
      about: 'customers',
      stores: ['what', 'plan', 'vehicle', 'reason'],
      variants: changes().map((what) => ({ what })),
      line: ({ what, plan, vehicle, reason }) => ({
        title: titleOf(what),
        lines: [
          [plan, vehicle].filter(Boolean).join(', '),
          reason && translate(endReasons[reason]),
        ],
      }),
    },
    changes: ['plans'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'plans',
        confirms: true,
        when: ({ what }) => what !== 'changed' && what !== 'reopened',
        bell: ({ data }) => ({ title: titleFor(data), message: messageFor(data) }),
        mail: ({ data }) => ({
          subject: subjectFor(data),
          paragraphs: [
            messageFor(data),
            ...(data.visit
              ? [t('Your visit on {time} stays booked.', { time: describeTime(data.visit) })]
              : []),
            ...(data.terms ? [t('You agreed to this:'), data.terms] : []),
            (data.what === 'ended'
              ? t('You can join again at any time:')
              : t('Skip, pause or cancel here at any time:')) + `\n${data.link}`,
          ],
        }),
      },
    ],
  },

  plan_terms_offered: {
    audit: {
      about: 'customers',
      stores: ['plan', 'vehicle'],
      line: ({ plan, vehicle }) => ({
        title: t('New terms of a plan offered'),
        lines: [[plan, vehicle].filter(Boolean).join(', ')],
      }),
    },
    changes: ['plans'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'plans',
        bell: ({ data }) => ({
          title: t('New terms for {plan}', { plan: data.plan }),
          message: describeOffer(data),
        }),
        mail: ({ data }) => ({
          subject: t('new terms for {plan}', { plan: data.plan }),
          paragraphs: [
            describeOffer(data),
            t('Your present price and terms stay as they are unless you agree.'),
            t('Read and agree here:') + `\n${data.link}`,
          ],
        }),
      },
    ],
  },

  plan_renews: {
    audit: null,
    changes: ['plans'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'plans',
        bell: ({ data }) => ({
          title: t('{plan} renews soon', { plan: data.plan }),
          message: describeRenewal(data),
        }),
        mail: ({ data }) => ({
          subject: t('{plan} renews on {date}', {
            plan: data.plan,
            date: formatDay(data.renewsOn, { year: true }),
          }),
          paragraphs: [
            describeRenewal(data),
            t('Price: {price}.', { price: data.price }),
            t('If you do not want that, cancel here at any time, with two clicks:') +
              `\n${data.link}`,
          ],
        }),
      },
    ],
  },

  plan_visit_proposed: {
    audit: null,
    changes: ['plans', 'availability'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'plans',
        answerUntil: ({ expiresAt }) => new Date(expiresAt),
        bell: ({ data }) => ({
          title: t('Time for your next service'),
          message: describeProposal(data),
        }),
        mail: ({ data }) => ({
          subject: t('Your next service: {time}', { time: describeTime(data) }),
          paragraphs: [
            describeProposal(data),
            t('{vehicle}, {price} with {plan}. Nothing is booked until you accept.', {
              vehicle: data.vehicle,
              price: formatAmount(data.price),
              plan: data.plan,
            }),
            t('Accept, choose another time or skip:') + `\n${data.link}`,
            t('Anyone with this link can answer for you, so please do not pass it on.'),
          ],
        }),
        sms: ({ data }) =>
          t('Your next service: {time}, held until {until}. Accept, move or skip: {link}', {
            time: describeTimeShortly(data),
            until: atDay(data.expiresAt),
            link: data.link,
          }),
      },
    ],
  },

  plan_visit_lapsed: {
    audit: null,
    changes: ['plans', 'availability'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'plans',
        bell: ({ data }) => ({
          title: t('A time is no longer held for you'),
          message: describeLapse(data),
        }),
        mail: ({ data }) => ({
          subject: t('We no longer hold {time} for you', { time: describeTime(data) }),
          paragraphs: [
            describeLapse(data),
            t('Your plan continues, and you can book a visit at any time:') + `\n${data.link}`,
          ],
        }),
      },
    ],
  },

  plan_card_needed: {
    audit: null,
    changes: ['plans'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'person',
        link: 'plans',
        bell: ({ data }) => ({ title: t('Please add a card'), message: describeCardNeed(data) }),
        mail: ({ data }) => ({
          subject: t('Please add a card for {plan}', { plan: data.plan }),
          paragraphs: [
            describeCardNeed(data),
            t('Nothing is charged before the service is done.'),
            t('Choose or add a card here:') + `\n${data.link}`,
          ],
        }),
        sms: ({ data }) =>
          t(
            '{vehicle} is due for service. Please add a valid card, then we propose a time: {link}',
            {
              vehicle: data.vehicle,
              link: data.link,
            },
          ),
      },
    ],
  },

  plan_visit_unplanned: {
    audit: null,
    changes: ['plans'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: 'office',
        link: 'plan_members',
        bell: ({ data }) => ({
          title: t('A service could not be proposed'),
          message: t('{vehicle}, {plan}, due {date}: {reason}', {
            vehicle: data.vehicle,
            plan: data.plan,
            date: formatDay(data.dueOn),
            reason: translate(periodReasons[data.reason]),
          }),
        }),
      },
    ],
  },
} satisfies SomeConsequences

const atDay = (instant: string): string => formatInstantDay(instant, currentSettings().timeZone)

const describeOffer = (data: SubscriptionEvents['plan_terms_offered']): string =>
  t('{plan} has new terms for your {vehicle}: {price}. {interval}.', {
    plan: data.plan,
    vehicle: data.vehicle,
    price: data.price,
    interval: data.interval,
  })

const describeRenewal = ({ plan, vehicle, renewsOn }: SubscriptionEvents['plan_renews']): string =>
  t('{plan} for your {vehicle} renews by itself on {date}.', {
    plan,
    vehicle,
    date: formatDay(renewsOn, { year: true }),
  })

const describeProposal = (data: SubscriptionEvents['plan_visit_proposed']): string =>
  t('{vehicle} is due for service. We hold {time} for you until {until}.', {
    vehicle: data.vehicle,
    time: describeTime(data),
    until: atDay(data.expiresAt),
  })

const describeLapse = (data: SubscriptionEvents['plan_visit_lapsed']): string =>
  t('{vehicle}: {time} was not answered in time.', {
    vehicle: data.vehicle,
    time: describeTime(data),
  })

const describeCardNeed = ({
  vehicle,
  plan,
  dueOn,
}: SubscriptionEvents['plan_card_needed']): string =>
  t('{vehicle} is due around {date}. {plan} needs a valid card before we can propose a time.', {
    vehicle,
    plan,
    date: formatDay(dueOn),
  })

function changes(): Changed['what'][] {
  return ['joined', 'changed', 'agreed', 'reopened', 'paused', 'resumed', 'skipped', 'ended']
}

/** For the audit log. */
function titleOf(what: Changed['what'] | undefined): string {
  switch (what) {
    case 'joined':
      return t('Plan joined')
    case 'agreed':
      return t('New terms of a plan agreed to')
    case 'reopened':
      return t('Missed service of a plan proposed again')
    case 'paused':
      return t('Plan paused')
    case 'resumed':
      return t('Plan resumed')
    case 'skipped':
      return t('Service of a plan skipped')
    case 'ended':
      return t('Plan ended')
    default:
      return t('Plan of a car changed')
  }
}

function titleFor({ what, plan }: Changed): string {
  switch (what) {
    case 'joined':
      return t('You joined {plan}', { plan })
    case 'agreed':
      return t('You agreed to the new terms of {plan}', { plan })
    case 'paused':
      return t('{plan} is paused', { plan })
    case 'resumed':
      return t('{plan} is active again', { plan })
    case 'skipped':
      return t('The next service is skipped')
    default:
      return t('{plan} has ended', { plan })
  }
}

function subjectFor({ what, plan }: Changed): string {
  switch (what) {
    case 'joined':
      return t('you joined {plan}', { plan })
    case 'agreed':
      return t('you agreed to the new terms of {plan}', { plan })
    case 'paused':
      return t('{plan} is paused', { plan })
    case 'resumed':
      return t('{plan} is active again', { plan })
    case 'skipped':
      return t('the next service is skipped')
    default:
      return t('{plan} has ended', { plan })
  }
}

function messageFor({ what, vehicle, until, reason }: Changed): string {
  switch (what) {
    case 'joined':
      return t('{vehicle}: we will contact you about two weeks before each service.', { vehicle })
    case 'agreed':
      return t('{vehicle}: they apply from the next service.', { vehicle })
    case 'paused':
      return until
        ? t('{vehicle}: no visits are proposed or booked until {date}.', {
            vehicle,
            date: formatDay(until),
          })
        : t('{vehicle}: no visits are proposed or booked until you resume.', { vehicle })
    case 'resumed':
      return t('{vehicle}: we will contact you before the next service.', { vehicle })
    case 'skipped':
      return t('{vehicle}: we will contact you before the one after that.', { vehicle })
    default:
      return reason === 'car_removed'
        ? t('{vehicle} is no longer among your cars. Nothing more is charged for the plan.', {
            vehicle,
          })
        : t('{vehicle}: nothing more is charged for the plan.', { vehicle })
  }
}
