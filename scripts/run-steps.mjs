// Runs steps, says how long each took, and closes with what failed and how many tests passed.
import { stripVTControlCharacters } from 'node:util'
import { isStopping } from './processes.mjs'

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
    // A run that finds nothing to test has proved nothing.
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

/** Runs the groups one after the other; resolves to the exit code. */
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
  // Whoever reads the end of a long log finds them here.
  for (const { failures } of failed) for (const failure of failures) console.log(failure.trim())
  if (results.some((result) => result.counts)) {
    console.log(
      `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
    )
  }
  return failed.length > 0 ? 1 : 0
}
