import type { InspectionGroup, ItemKind } from '#shared/rules/inspections.ts'

type Words = { watch?: string; fail?: string }

const item = (id: string, label: string, { watch = '', fail = '' }: Words, kind?: ItemKind) => ({
  id,
  label,
  kind: kind ?? ('check' as const),
  watchAt: null,
  failAt: null,
  watchAdvice: watch,
  failAdvice: fail,
})

const tread: Words = {
  watch:
    'Stopping on wet roads takes longer from here on. Plan on new tires before the next service.',
  fail: 'The tire no longer grips wet roads, and most states do not allow it. Please replace it now.',
}
const pressure: Words = {
  watch: 'It differs from what the door sticker asks for. Please check it again within a month.',
  fail: 'The tire loses air. Please have it repaired before a long drive.',
}
const pads: Words = {
  watch: 'The pads still work, and wear on. Have them measured at the next service.',
  fail: 'The pads are nearly worn through. Please replace them soon, before they damage the rotors.',
}
const light: Words = { fail: 'Others see you late, and you may get a ticket. Replace it soon.' }
const fluid: Words = {
  watch: 'It is low or has aged. Have it checked at the next service.',
  fail: 'It is below the minimum or dirty. Have the system checked soon.',
}
const leak: Words = {
  watch: 'A little moisture, no drops. We compare it at the next service.',
  fail: 'It drips. Have it repaired soon, and check the level until then.',
}

const wheels = [
  ['front_left', 'Front left'],
  ['front_right', 'Front right'],
  ['rear_left', 'Rear left'],
  ['rear_right', 'Rear right'],
] as const
const each = (part: string, words: string, advice: Words, kind: ItemKind) =>
  wheels.map(([id, wheel]) => item(`${id}_${part}`, `${wheel} ${words}`, advice, kind))

export const firstInspectionTemplate: { name: string; groups: InspectionGroup[] } = {
  name: 'Standard inspection',
  groups: [
    {
      id: 'walk_around',
      title: 'Walk-around',
      items: [
        item('body', 'Body and paint', {
          watch: 'We noted damage that was there before our work.',
        }),
        item('windshield', 'Windshield and windows', {
          watch: 'A chip can grow into a crack. A repair is quick and often insured.',
          fail: 'The crack is in view or growing. Have the glass replaced soon.',
        }),
        item('mirrors', 'Mirrors', { fail: 'You cannot see behind you. Have it replaced soon.' }),
      ],
    },
    {
      id: 'tires',
      title: 'Tires',
      items: [
        ...each('tread', 'tire tread', tread, 'tread'),
        ...each('pressure', 'tire pressure', pressure, 'pressure'),
        item('tire_condition', 'Sidewalls and wear', {
          watch: 'The tires wear unevenly. An alignment makes them last longer.',
          fail: 'A cut, bulge or cord shows: the tire can burst. Please replace it now.',
        }),
      ],
    },
    { id: 'brakes', title: 'Brakes', items: each('pads', 'brake pads', pads, 'brake') },
    {
      id: 'battery',
      title: 'Battery',
      items: [
        item(
          'battery_volts',
          'Battery at rest',
          {
            watch: 'It holds less charge than it should. It may not start the car in the cold.',
            fail: 'It is nearly empty or worn out. Have it charged and tested, or replaced.',
          },
          'battery',
        ),
        item('battery_terminals', 'Terminals and cables', {
          watch: 'Corrosion has started. Cleaning prevents trouble starting the car.',
          fail: 'A loose or corroded cable can leave you stranded. Have it fixed soon.',
        }),
      ],
    },
    {
      id: 'lights',
      title: 'Lights',
      items: [
        item('headlights', 'Headlights', light),
        item('brake_lights', 'Brake lights', light),
        item('turn_signals', 'Turn signals', light),
        item('other_lights', 'Reverse and license plate lights', light),
      ],
    },
    {
      id: 'wipers',
      title: 'Wipers',
      items: [
        item('front_wipers', 'Front wipers', {
          watch: 'They begin to streak. Replace them before the next rainy season.',
          fail: 'They no longer clear the windshield. Replace them before it rains.',
        }),
        item('rear_wiper', 'Rear wiper', {
          watch: 'It begins to streak. Replace it when convenient.',
        }),
        item('washer_spray', 'Washer spray', {
          fail: 'No water reaches the windshield. Have it fixed soon.',
        }),
      ],
    },
    {
      id: 'fluids',
      title: 'Fluids',
      items: [
        item('coolant', 'Coolant', fluid),
        item('brake_fluid', 'Brake fluid', fluid),
        item('power_steering', 'Power steering fluid', fluid),
        item('transmission', 'Transmission fluid', fluid),
        item('washer_fluid', 'Washer fluid', { watch: 'It was low. Please fill it up.' }),
      ],
    },
    {
      id: 'leaks',
      title: 'Leaks',
      items: [
        item('oil_leak', 'Engine oil', leak),
        item('coolant_leak', 'Cooling system', leak),
        item('other_leak', 'Other leaks', leak),
      ],
    },
  ],
}
