export type Figure = {
  what: string
  engine?: string
  value: number
  unit: '×' | 'ms' | 'MB' | 'kB' | '/s'
  goal?: { atLeast: number } | { atMost: number }
  /** The two figures that a ratio was made of, or other words. */
  from?: string
}

const digits = { '×': 2, ms: 0, MB: 0, kB: 1, '/s': 0 } as const

export const show = (value: number, unit: Figure['unit']) =>
  `${value.toFixed(digits[unit])} ${unit}`

/** Prints figures as they come, each with its goal beside it. */
export function printFigure({ what, engine = '', value, unit, goal, from = '' }: Figure): void {
  const cells = [what.padEnd(44), engine.padEnd(11), show(value, unit).padStart(9)]
  console.log([...cells, describeGoal(value, unit, goal).padEnd(20), from].join('  ').trimEnd())
}

function describeGoal(value: number, unit: Figure['unit'], goal: Figure['goal']): string {
  if (!goal) return ''
  const met = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
  const bound = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
  return `goal ${bound} ${unit} ${met ? '✓' : '✗'}`
}
