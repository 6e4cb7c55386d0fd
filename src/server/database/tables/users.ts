import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Skill, WorkingHours } from '#shared/rules/assignment.ts'
import type { Invoicing } from '#shared/rules/invoices.ts'
import type { Role } from '#shared/rules/roles.ts'
import { createdAt, id, instant, umlautsSpelledOutSql } from './columns.ts'

/** SQL for an address's mailbox, like `mailboxOf` of the rules; an index uses the same expression. */
export const mailboxSql = (email: string) =>
  `(case when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(${email}, '@', 1), '(.)\\+.*$', '\\1'), '.', '') || '@gmail.com'
    else regexp_replace(split_part(${email}, '@', 1), '(.)\\+.*$', '\\1') || '@' || split_part(${email}, '@', 2) end)`

/**
 * SQL for search text besides the first name: the first letter of the name, and of an address beginning with it, is dropped,
 * so a prefix of the first name does not match, unless the name has accents or apostrophes. For words of letters and
 * digits only; other matches are as in the whole text.
 */
export const otherwiseFoundSql = (text: string, firstName: string) =>
  ['.', '@', ' '].reduce(
    (rest, end) =>
      `replace(${rest}, ' ' || lower(${firstName}) || '${end}', ' ' || substr(lower(${firstName}), 2) || '${end}')`,
    text,
  )

/** SQL for a person's name as `foldName` of the rules; an index uses the same expression. */
export const foldedNameSql = (of = '') =>
  `replace(replace(replace(fold_text(${of}first_name || ' ' || ${of}last_name), ' y ', ' and '), ' e hij', ' and hij'), ' ', '')`

export const users = pgTable(
  'users',
  {
    id: id(),
    role: text('role').$type<Role>(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    /** Lower case; null once anonymized. */
    email: text('email'),
    /** When the owner of this address last proved it with a code or a sign-in; null if never proven. */
    emailProvenAt: instant('email_proven_at'),
    /** E.164; unreadable numbers stored before normalization stay as typed. */
    phone: text('phone').notNull().default(''),
    profileImageUrl: text('profile_image_url'),
    /** Search text: name, e-mail, stored phone and its digits; folded, each after a space. A name of three words is also joined, and one with umlauts also spelled with ae, oe and ue. */
    searchText: text('search_text').generatedAlwaysAs(
      sql.raw(
        `fold_text(' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g')
          || case when first_name || ' ' || last_name like '% % %' then ' ' || replace(first_name || last_name, ' ', '') else '' end
          || ${umlautsSpelledOutSql("first_name || ' ' || last_name")})`,
      ),
    ),
    /** BCP 47; null for the browser's language. */
    language: text('language'),
    /** IANA zone of one of their browsers; null for the business's. */
    timeZone: text('time_zone'),
    createdAt: createdAt(),
    lastLoginAt: instant('last_login_at'),
    loginCount: integer('login_count').notNull().default(0),
    /** When an admin approved this technician; null while waiting. */
    approvedAt: instant('approved_at'),
    deactivatedAt: instant('deactivated_at'),
    anonymizedAt: instant('anonymized_at'),
    /** Own limit of visits without a card; null for the setting. */
    maxVisitsWithoutCard: integer('max_visits_without_card'),
    /** How a business customer pays by invoice; null to pay by card or as the business decides. */
    invoicing: jsonb('invoicing').$type<Invoicing>(),
    /** The office's own tags. */
    tags: text('tags').array().$type<string[]>().notNull().default([]),
    mergedInto: uuid('merged_into'),
    /** Incremented by changes that decide a technician's visits (these and days off), or by the office's edits of a customer. */
    version: integer('version').notNull().default(1),
    /** Who made that change. */
    changedBy: uuid('changed_by'),
    /** All skills, until the office changes them. */
    skills: text('skills').array().$type<Skill[]>().notNull().default(['diesel']),
    /** Monday to Sunday; null to follow the business's hours. */
    workingHours: jsonb('working_hours').$type<WorkingHours>(),
    /** A technician's starting point; empty if not set. */
    homeAddress: text('home_address').notNull().default(''),
    homeLatitude: doublePrecision('home_latitude'),
    homeLongitude: doublePrecision('home_longitude'),
    /** In the photo store. */
    photoId: uuid('photo_id'),
    /** When they were last invited to sign in. */
    invitedAt: instant('invited_at'),
    emailNotifications: boolean('email_notifications').notNull().default(true),
    smsNotifications: boolean('sms_notifications').notNull().default(false),
    marketingEmails: boolean('marketing_emails').notNull().default(false),
    appointmentReminders: boolean('appointment_reminders').notNull().default(true),
    serviceUpdates: boolean('service_updates').notNull().default(true),
  },
  (user) => [
    uniqueIndex('users_email').on(user.email),
    index('users_phone').on(user.phone),
    index('users_role').on(user.role, user.createdAt),
    // Lists of people by name.
    index('users_customer_name')
      .on(sql`(${user.firstName} || ' ' || ${user.lastName}) collate "und-x-icu"`, user.id)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    // People without an e-mail last, both ways, in the list's exact order.
    index('users_customer_email')
      .on(sql`(coalesce(${user.email}, U&'\\FFFF') collate "und-x-icu")`, user.id)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    index('users_customer_email_last')
      .on(sql`(coalesce(${user.email}, '') collate "und-x-icu")`, user.id)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    index('users_customer_login')
      .on(sql`coalesce(${user.lastLoginAt}, '9999-12-31T00:00:00Z'::timestamptz)`, user.id)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    index('users_customer_login_last')
      .on(sql`coalesce(${user.lastLoginAt}, '1900-01-01T00:00:00Z'::timestamptz)`, user.id)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    index('users_customer_created')
      .on(user.createdAt, user.id)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    index('users_mailbox')
      .on(sql.raw(mailboxSql('email')))
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    index('users_tags')
      .using('gin', user.tags)
      .where(sql`${user.tags} <> '{}'`),
    index('users_payer_name').on(
      sql`(trim(${user.firstName} || ' ' || ${user.lastName})) collate "und-x-icu"`,
    ),
    // Whether people match, one by one in another order, by index only.
    index('users_found')
      .on(user.id, user.role, user.searchText)
      .where(sql`${user.anonymizedAt} is null`),
    index('users_search').using('gin', sql`${user.searchText} gin_trgm_ops`),
    index('users_otherwise_found')
      .using('gin', sql`(${sql.raw(otherwiseFoundSql('search_text', 'first_name'))}) gin_trgm_ops`)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    // People of the same name.
    index('users_same_name')
      .on(sql.raw(foldedNameSql()))
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    // Addresses that don't begin with the first name.
    index('users_other_email')
      .on(sql`lower(${user.firstName}) text_pattern_ops`)
      .where(
        sql`${user.role} = 'customer' and ${user.anonymizedAt} is null and not starts_with(coalesce(${user.email}, ''), lower(${user.firstName}))`,
      ),
  ],
)
