// The steps of `npm test`, in order, and how to run them. `static` steps share nothing, so two run at a time.
import { stripVTControlCharacters } from 'node:util'
import { build } from './build.mjs'
import { ensurePostgres, findChromium, findOrInstall } from './find-programs.mjs'
import { isStopping, root, runProgram } from './processes.mjs'

const projects = ['unit', 'components', 'embedded', 'postgres', 'square']

/** The word for all tests; without it, and without named steps, slow ones are skipped. */
const everything = 'full'
const usual = new Set(['unit', 'components', 'embedded'])
/** A step by the name of its folder. */
const alias = { e2e: 'browser' }
/** Passed on to the test runners. */
const inFull = { FIVEQUART_TESTS: everything }

const program =
  (file, ...args) =>
  (env) =>
    runProgram(file, args, { cwd: root, env, show: 'never' })

/** One of our own checks; each ends with a line of output, so silence means that it did not run. */
const script = (path, ...args) => {
  const run = program('node', '--disable-warning=ExperimentalWarning', path, ...args)
  return async (env) => {
    const { code, output } = await run(env)
    return output.trim() === '' ? { code: 1, output: `${path} said nothing` } : { code, output }
  }
}

export const staticSteps = [
  { name: 'types', run: program('tsc', '--noEmit', '-p', '.') },
  {
    name: 'lint',
    run: program('oxlint', '--type-aware', '--deny-warnings', 'src', 'e2e', 'bench', 'scripts'),
  },
  { name: 'format', run: program('oxfmt', '--check', '.') },
  { name: 'deadcode', run: program('knip', '--no-progress', '--no-config-hints') },
  { name: 'texts', run: script('scripts/collect-texts.ts', '--check') },
  { name: 'docs', run: script('scripts/check-docs.ts') },
  { name: 'lockfile', run: script('scripts/complete-lockfile.mjs', '--check') },
]

const buildStep = { name: 'build', run: build }

/**
 * The proxies between users, processes and the database. If one is missing, the skipped tests are listed, and the full run
 * fails.
 */
async function findBetween(needed) {
  const names = ['haproxy', 'pgbouncer', 'nginx', 'caddy']
  const found = await findOrInstall(names)
  const missing = names.filter((name) => !found[name])
  if (missing.length > 0) {
    const message = `${missing.join(' and ')}: not installed, so the tests behind ${missing.length > 1 ? 'them' : 'it'} are skipped`
    if (needed) throw new Error(`Install ${missing.join(' and ')}. ${message}.`)
    console.log(message)
  }
  return { HAPROXY_BIN: found.haproxy, PGBOUNCER_BIN: found.pgbouncer }
}

/** Vitest's projects run together, however many are selected. */
const vitestStep = (wanted, filters, tier, isFull) => ({
  name: wanted.join('+'),
  live: true,
  async run(env) {
    const postgres = wanted.some((name) => name === 'postgres' || name === 'square')
      ? { POSTGRES_BIN: await ensurePostgres(), ...(await findBetween(isFull)) }
      : {}
    const chromium = wanted.includes('components') ? { CHROMIUM_PATH: await findChromium() } : {}
    const args = ['run', ...wanted.flatMap((name) => ['--project', name]), ...filters]
    return runProgram('vitest', args, {
      cwd: root,
      env: { ...env, ...postgres, ...chromium, ...tier },
      show: 'live',
    })
  },
  // "Tests  1 failed | 12 passed | 2 skipped (15)"
  count: (output) => countIn(output.match(/^ *Tests +.*$/gm)?.at(-1) ?? ''),
  // " FAIL |unit| path > test", with the error in the line below
  failures: (output) => output.match(/^ FAIL .*\n.*$/gm) ?? [],
})

const browserStep = (filters, tier) => ({
  name: 'browser',
  live: true,
  async run(env) {
    const chromium = { CHROMIUM_PATH: await findChromium() }
    return runProgram('playwright', ['test', ...filters], {
      cwd: root,
      env: { ...env, ...chromium, ...tier },
      show: 'live',
    })
  },
  // One line each: "  1 failed", "  2 skipped", "  12 passed (3.4s)"
  count: (output) =>
    countIn(
      output.match(/^ +\d+ (failed|flaky|skipped|passed|did not run)\b/gm)?.join(' | ') ?? '',
    ),
  // "  1) [phone] › path:9:3 › test"
  failures: (output) => output.match(/^ +\d+\) .*$/gm) ?? [],
})

function countIn(line) {
  const number = (word) => Number(new RegExp(`(\\d+) ${word}`).exec(line)?.[1] ?? 0)
  return {
    passed: number('passed') + number('flaky'),
    failed: number('failed') + number('did not run'),
    skipped: number('skipped') + number('todo'),
  }
}

/**
 * The steps for the words after `npm test --`: names of steps, paths (with a slash or a dot) that select tests, and `full`
 * to include slow ones, as naming a step or a path also does. No names means all steps. Returns groups; the steps of one
 * group may run in parallel.
 */
export function selectSteps(words) {
  const filters = words.filter((word) => /[/.]/.test(word))
  const names = words
    .filter((word) => !filters.includes(word) && word !== everything)
    .map((word) => alias[word] ?? word)
  const known = [...staticSteps.map((step) => step.name), 'build', ...projects, 'browser']
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `There is no step ${unknown.join(', ')}. The steps are: ${known.join(' ')}; ${everything} runs the slow tests too`,
    )
  const all = words.includes(everything) || names.length > 0 || filters.length > 0
  const isWanted = (name) => names.length === 0 || names.includes(name)
  const wantedProjects = projects.filter((name) => isWanted(name) && (all || usual.has(name)))
  const aside = staticSteps.filter((step) => isWanted(step.name))
  // The browser opens the built client, so its step needs a build too.
  if (isWanted('build') || isWanted('browser')) aside.push(buildStep)
  const tier = all ? inFull : {}
  return [
    aside,
    wantedProjects.length > 0
      ? [vitestStep(wantedProjects, filters, tier, words.includes(everything))]
      : [],
    isWanted('browser') ? [browserStep(filters, tier)] : [],
  ]
}

const atOnce = 2
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`
const lastLine = (text) => text.trim().split('\n').at(-1)?.trim() ?? ''

async function runStep(step, env) {
  const start = performance.now()
  if (step.live) console.log(`\n▸ ${step.name}`)
  let result
  try {
    const { code, output } = await step.run(env)
    result = { ok: code === 0, text: stripVTControlCharacters(output), counts: undefined }
  } catch (error) {
    result = { ok: false, text: error.message, counts: undefined, unsaid: true }
  }
  if (step.count && !result.unsaid) {
    result.counts = step.count(result.text)
    // A run without tests proves nothing.
    if (result.ok && result.counts.passed === 0)
      Object.assign(result, { ok: false, text: 'no test was run', unsaid: true })
  }
  const time = seconds(start)
  if (!result.ok && (!step.live || result.unsaid)) console.log(`\n${result.text.trimEnd()}`)
  const close = result.ok && !step.live ? lastLine(result.text) : ''
  console.log(
    `${result.ok ? '✓' : '✗'} ${step.name.padEnd(10)} ${time.padStart(7)}  ${close}`.trimEnd(),
  )
  const failures = result.ok ? [] : (step.failures?.(result.text) ?? [])
  return { name: step.name, ...result, failures }
}

async function runGroup(steps, env) {
  const waiting = [...steps]
  const results = []
  const worker = async () => {
    for (let step = waiting.shift(); step && !isStopping(); step = waiting.shift())
      results.push(await runStep(step, env))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

/** Runs the groups in order; resolves to the exit code. */
export async function runSteps(groups, env) {
  const start = performance.now()
  const results = []
  for (const group of groups) results.push(...(await runGroup(group, env)))
  if (isStopping()) return process.exitCode
  const failed = results.filter((result) => !result.ok)
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { counts } of results) for (const key in counts) total[key] += counts[key]
  console.log(`\n${results.length} steps in ${seconds(start)}`)
  if (failed.length > 0) console.log(`Failed: ${failed.map((result) => result.name).join(', ')}`)
  // Repeated here, at the end of a long log.
  for (const { failures } of failed) for (const failure of failures) console.log(failure.trim())
  if (results.some((result) => result.counts)) {
    console.log(
      `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
    )
  }
  return failed.length > 0 ? 1 : 0
}
