import { describe, expect, test } from 'vitest'
import {
  addTemplate,
  admin,
  changeTemplate,
  customer,
  get,
  technician,
  template,
  setUpInspections,
} from './test-inspections.ts'

setUpInspections()

describe('templates', () => {
  const item = { label: 'Hitch', kind: 'check' }
  const group = { title: 'Towing', items: [item] }

  test('get ids from their words, and keep them', async () => {
    const { status, body } = await addTemplate({
      name: 'Trucks',
      groups: [{ title: 'Towing', items: [item, { ...item, label: 'Hitch!' }] }],
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ version: 1, isActive: true, name: 'Trucks' })
    expect(body.groups).toMatchObject([
      { id: 'towing', items: [{ id: 'hitch' }, { id: 'hitch_2' }] },
    ])
    const [first] = body.groups
    const again = await changeTemplate(body.id, {
      groups: [{ ...first, items: [{ ...first.items[1], label: 'Ball' }, item] }],
    })
    // The id of a removed item is not used for a new one.
    expect(again.body.groups[0].items).toMatchObject([
      { id: 'hitch_2', label: 'Ball' },
      { id: 'hitch_3', label: 'Hitch' },
    ])
    expect(again.body.version).toBe(2)
  })

  test('without changes make no version', async () => {
    const { groups } = (await admin.call('GET /api/admin/inspection-templates')).body[0]
    expect((await changeTemplate(template.id, { groups })).body.version).toBe(1)
    expect((await changeTemplate(template.id, { name: 'Mine' })).body.version).toBe(2)
  })

  test('changed by someone else are not overwritten', async () => {
    await changeTemplate(template.id, { name: 'Mine' }, 1)
    const late = await changeTemplate(template.id, { name: 'Theirs' }, 1)
    expect(late).toMatchObject({
      status: 409,
      body: { details: { reason: 'changed', now: { name: 'Mine', version: 2 } } },
    })
    expect(late.body.message).toContain('has changed this in the meantime')
  })

  test('switched off are not chosen, and the last one stays', async () => {
    expect((await changeTemplate(template.id, { isActive: false })).status).toBe(409)
    const other = (await addTemplate({ name: 'Trucks', groups: [group] })).body
    expect((await changeTemplate(template.id, { isActive: false })).status).toBe(200)
    expect((await get()).body.templates.map(({ id }: { id: string }) => id)).toEqual([other.id])
    const both = await Promise.all([
      changeTemplate(template.id, { isActive: true }),
      changeTemplate(other.id, { isActive: false }),
    ])
    const active = (await admin.call('GET /api/admin/inspection-templates')).body.filter(
      ({ isActive }: { isActive: boolean }) => isActive,
    )
    expect(active.length).toBeGreaterThan(0)
    expect(both[0].status).toBe(200)
  })

  test.each<[string, object, string]>([
    ['no groups', { groups: [] }, 'Please add a group'],
    [
      'an empty group',
      { groups: [{ title: 'Towing', items: [] }] },
      'Please add an item to every group',
    ],
    ['no name', { name: ' ' }, 'Please enter a name'],
    [
      'an id twice',
      {
        groups: [
          {
            ...group,
            items: [
              { ...item, id: 'a' },
              { ...item, id: 'a' },
            ],
          },
        ],
      },
      'Two items or groups have the id “a”.',
    ],
    [
      'too many items',
      {
        groups: Array.from({ length: 5 }, (_, n) => ({
          title: `Group ${n}`,
          items: Array.from({ length: 20 }, () => item),
        })),
      },
      'A template has at most 80 items.',
    ],
    [
      'a limit above what is measured',
      { groups: [{ ...group, items: [{ label: 'Pads', kind: 'brake', watchAt: 90 }] }] },
      'Pads: please enter a value from 0 to 40 mm.',
    ],
    [
      'limits the wrong way round',
      { groups: [{ ...group, items: [{ label: 'Pads', kind: 'brake', watchAt: 2, failAt: 4 }] }] },
      'Pads: the limit for “needs work” must be lower than the one for “to watch”.',
    ],
  ])('with %s are refused', async (_, bad, message) => {
    const { status, body } = await addTemplate({ name: 'Trucks', groups: [group], ...bad })
    expect({ status, message: body.message }).toEqual({ status: 400, message })
    expect((await admin.call('GET /api/admin/inspection-templates')).body).toHaveLength(1)
  })

  test('with a name in use are refused', async () => {
    const { status } = await addTemplate({ name: 'standard INSPECTION', groups: [group] })
    expect(status).toBe(409)
  })

  test('measure an item as before', async () => {
    const { status, body } = await changeTemplate(template.id, {
      groups: [{ ...group, items: [{ id: 'front_left_tread', label: 'Tread', kind: 'brake' }] }],
    })
    expect(status).toBe(400)
    expect(body.message).toContain('Tread was measured differently before')
  })

  test('are for the office only', async () => {
    for (const who of [technician, customer])
      expect((await addTemplate({ name: 'Trucks', groups: [group] }, who)).status).toBe(403)
  })
})
