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
import { createdAt, id, instant } from './columns.ts'

/** SQL for the mailbox of an address, as `mailboxOf` of the rules says it; an index is written like it. */
export const mailboxSql = (email: string) =>
  `(case when split_part(${email}, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(regexp_replace(split_part(${email}, '@', 1), '(.)\\+.*$', '\\1'), '.', '') || '@gmail.com'
    else regexp_replace(split_part(${email}, '@', 1), '(.)\\+.*$', '\\1') || '@' || split_part(${email}, '@', 2) end)`

/**
 * SQL for what people are found by beside the first name: of the name, and of an address that begins with it, the first
 * letter is missing, so that a word that begins it is not found there. Only a word of letters and digits, and what it
 * does not begin is found as in the whole text.
 */
export const otherwiseFoundSql = (text: string, firstName: string) =>
  ['.', '@', ' '].reduce(
    (rest, end) =>
      `replace(${rest}, ' ' || lower(${firstName}) || '${end}', ' ' || substr(lower(${firstName}), 2) || '${end}')`,
    text,
  )

export const users = pgTable(
  'users',
  {
    id: id(),
    role: text('role').$type<Role>(),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    /** Lower case; null once the person has been anonymized. */
    email: text('email'),
    /** E.164; as it was typed where that was before numbers were read and could not be read since. */
    phone: text('phone').notNull().default(''),
    profileImageUrl: text('profile_image_url'),
    /** What people are found by: name, e-mail, phone number as it is stored and its digits; small, each after a blank. */
    searchText: text('search_text').generatedAlwaysAs(
      sql.raw(
        `lower(' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || phone || ' ' || regexp_replace(phone, '[^0-9]', '', 'g'))`,
      ),
    ),
    /** BCP 47; null: the browser's. */
    language: text('language'),
    /** IANA, as one of their browsers has it; null: the business's. */
    timeZone: text('time_zone'),
    createdAt: createdAt(),
    lastLoginAt: instant('last_login_at'),
    loginCount: integer('login_count').notNull().default(0),
    /** When an admin let this technician work; null while they wait. */
    approvedAt: instant('approved_at'),
    deactivatedAt: instant('deactivated_at'),
    anonymizedAt: instant('anonymized_at'),
    /** The office lets them book more, or fewer, visits without a card than others; null: like all. */
    maxVisitsWithoutCard: integer('max_visits_without_card'),
    /** How a customer who is a business pays by invoice; null: by card, or as the business says. */
    invoicing: jsonb('invoicing').$type<Invoicing>(),
    /** By which the office tells customers apart: their own words. */
    tags: text('tags').array().$type<string[]>().notNull().default([]),
    /** The customer that this one was found to be, whose everything is now. */
    mergedInto: uuid('merged_into'),
    /** Counts what decides which visits a technician may take, these and their days off; of a customer what the office edits. */
    version: integer('version').notNull().default(1),
    /** Who changed that last. */
    changedBy: uuid('changed_by'),
    /** All there are, until the office says otherwise. */
    skills: text('skills').array().$type<Skill[]>().notNull().default(['diesel']),
    /** Monday to Sunday; null: whenever the business works. */
    workingHours: jsonb('working_hours').$type<WorkingHours>(),
    /** Where a technician starts from; empty where nobody said. */
    homeAddress: text('home_address').notNull().default(''),
    homeLatitude: doublePrecision('home_latitude'),
    homeLongitude: doublePrecision('home_longitude'),
    /** In the photo store. */
    photoId: uuid('photo_id'),
    /** When they were last asked by mail to sign in. */
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
    // Without an e-mail last, both ways; written like the order of the list.
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
    // Whether somebody is found, one after another in an order of something else, from the index alone.
    index('users_found')
      .on(user.id, user.role, user.searchText)
      .where(sql`${user.anonymizedAt} is null`),
    index('users_search').using('gin', sql`${user.searchText} gin_trgm_ops`),
    index('users_otherwise_found')
      .using('gin', sql`(${sql.raw(otherwiseFoundSql('search_text', 'first_name'))}) gin_trgm_ops`)
      .where(sql`${user.role} = 'customer' and ${user.anonymizedAt} is null`),
    // Whose address does not begin with the first name.
    index('users_other_email')
      .on(sql`lower(${user.firstName}) text_pattern_ops`)
      .where(
        sql`${user.role} = 'customer' and ${user.anonymizedAt} is null and not starts_with(coalesce(${user.email}, ''), lower(${user.firstName}))`,
      ),
  ],
)
