import { expect, test } from 'vitest'
import { readTextRequest } from './text-keywords.ts'

test.each([
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!',
  '“STOP”',
  '"Stop"',
  "'stop'",
  'S.T.O.P.',
  '\u200fSTOP\u200b',
  'STOP 🛑',
  'Stop all',
  'stop please',
  'Please stop!!',
  'opt out',
  'opt-out',
  'Opt me out',
  'OPTOUT',
  'I want to opt out',
  'stop texting me',
  'Stop texting me!',
  'please stop sending me these messages, thanks',
  "Don't text me anymore",
  'do not text me',
  'No more texts',
  'Unsubscribe me',
  'Remove me from your list',
  'End',
  'quit',
  'revoke',
  'Alto',
  'No más mensajes',
  'Ya no me escriban',
  'Deje de mandarme mensajes por favor',
])('%s stops texts', (message) => {
  expect(readTextRequest(message)).toBe('stop')
})

test.each([
  ['CANCEL', 'cancel'],
  ['“Cancel.”', 'cancel'],
  ['cancelar', 'cancel'],
  ['Start', 'start'],
  ['UNSTOP!', 'start'],
  ['Yes', 'yes'],
  ['yes!', 'yes'],
  ['HELP?', 'help'],
  ['info', 'help'],
  ['ayuda', 'help'],
])('%s means %s', (message, request) => {
  expect(readTextRequest(message)).toBe(request)
})

test.each([
  '',
  '👍',
  'Yes, nine is fine',
  'Please stop by at nine',
  'Stop at the gate',
  "Don't send the truck",
  'Cancel my appointment on Friday',
  'I need help with the gate',
  'Sí',
  'No más',
  'Can you start earlier?',
  'The end',
  'Non-stop',
])('%s is an ordinary message', (message) => {
  expect(readTextRequest(message)).toBe(null)
})
