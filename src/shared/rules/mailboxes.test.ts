import { expect, test } from 'vitest'
import { mailboxOf } from './mailboxes.ts'

test.each([
  'gus@gmail.com',
  'Gus@Gmail.com',
  'gus+1@gmail.com',
  'gus+a+b@gmail.com',
  'g.u.s+oil@googlemail.com',
])('%s is the mailbox of gus', (email) => expect(mailboxOf(email)).toBe('gus@gmail.com'))

test.each([
  ['gus+oil@example.com', 'gus@example.com'],
  ['g.us@example.com', 'g.us@example.com'],
  ['+gus@example.com', '+gus@example.com'],
  ['gus@gmail.com.example', 'gus@gmail.com.example'],
])('%s is %s', (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox))
