import { currentSettings } from '#server/base/current-settings.ts'
import { memberRoleLabels } from '#shared/rules/companies.ts'
import type { CompanyEvents } from '#shared/rules/events.ts'
import { t, translate } from '#shared/texts/t.ts'
import type { SomeConsequences } from '../consequence-types.ts'

type What = CompanyEvents['company_changed']['what']
const changes: What[] = [
  'added',
  'changed',
  'held',
  'released',
  'closed',
  'reopened',
  'member_removed',
  'cars',
]

/** Companies: their rules, members and cars. */
export const companyConsequences = {
  company_changed: {
    audit: {
      about: 'customers',
      stores: ['companyId', 'name', 'what'],
      variants: changes.map((what) => ({ what })),
      line: ({ what, name }) => ({ title: titleOf(what), lines: [name] }),
    },
    changes: ['companies', 'customers', 'vehicles'],
    hears: ['office'],
  },
  company_member_added: {
    audit: {
      about: 'customers',
      stores: ['companyId', 'company', 'role'],
      line: ({ company, role }) => ({
        title: t('Member of a company added'),
        lines: [company, role && translate(memberRoleLabels[role])],
      }),
    },
    changes: ['companies', 'account'],
    hears: ['office', 'person'],
    notifies: [
      {
        to: ({ invitedEmail, language }) => ({ email: invitedEmail, language }),
        when: ({ invited }) => invited,
        mail: ({ data, link }) => ({
          subject: t('You are invited to {company} at {brand}', {
            company: data.company,
            brand: currentSettings().brandName,
          }),
          paragraphs: [
            data.role === 'driver'
              ? t('You can book oil changes for the cars you drive for {company}.', {
                  company: data.company,
                })
              : t('You can book and follow oil changes for the cars of {company}.', {
                  company: data.company,
                }),
            t('Sign in with this e-mail address, {email}; you need no password:', {
              email: data.invitedEmail,
            }) + `\n${link('sign_in')}`,
          ],
        }),
      },
    ],
  },
  company_member_removed: {
    audit: null,
    changes: ['companies', 'account', 'vehicles', 'jobs'],
    hears: ['office', 'person'],
  },
} satisfies SomeConsequences

function titleOf(what: What | undefined): string {
  switch (what) {
    case 'added':
      return t('Company added')
    case 'held':
      return t('Company put on hold')
    case 'released':
      return t('Company taken off hold')
    case 'closed':
      return t('Company closed')
    case 'reopened':
      return t('Company reopened')
    case 'member_removed':
      return t('Member of a company removed')
    case 'cars':
      return t('Cars of a company changed')
    default:
      return t('Company changed')
  }
}
