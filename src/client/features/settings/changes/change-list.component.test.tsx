import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newId } from '#client/testing/test-data.ts'
import { showPage } from '#client/testing/test-page.tsx'
import type { SettingChange } from '#shared/contract/settings.ts'
import { ChangeList } from './change-list.tsx'

const aChange = (part: Partial<SettingChange>): SettingChange => ({
  id: newId(),
  at: '2026-11-23T15:00:00.000Z',
  by: 'Olga Office',
  subject: 'settings',
  subjectId: null,
  before: { leadDays: 1 },
  after: { leadDays: 2 },
  isUndo: false,
  isUndone: false,
  canUndo: false,
  ...part,
})

test('undo is offered where it can succeed; other changes show why not', async () => {
  await showPage(<ChangeList />, {
    answers: {
      'GET /api/admin/settings/changes': [
        aChange({ isUndo: true, canUndo: true }),
        aChange({ isUndone: true }),
        aChange({}),
      ],
    },
  })
  const rows = page.getByRole('listitem').filter({ hasText: 'Olga Office' })
  await expect.element(rows.nth(0).getByText('Undid a change')).toBeVisible()
  await expect.element(rows.nth(0).getByRole('button', { name: /^Undo:/ })).toBeVisible()
  await expect.element(rows.nth(1).getByText('Undone')).toBeVisible()
  await expect.element(rows.nth(2).getByText('Changed again since')).toBeVisible()
  expect(page.getByRole('button', { name: /^Undo:/ }).elements()).toHaveLength(1)
})

test('setup steps are named by their titles', async () => {
  await showPage(<ChangeList />, {
    answers: {
      'GET /api/admin/settings/changes': [
        aChange({ before: { confirmedSteps: [] }, after: { confirmedSteps: ['hours', 'prices'] } }),
      ],
    },
  })
  await expect
    .element(page.getByText('Setup steps reviewed: nothing → Days and time zone, What it costs'))
    .toBeVisible()
})
