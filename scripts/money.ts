// `npm run money`: tests money in many more orders of events than the tests do, over both card networks and both databases.
// `--mutants` plants faults one at a time instead, and lists those that no test catches.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePostgres } from './find-programs.mjs'
import { type Mutant, mutants } from './money-mutants.ts'

const root = join(import.meta.dirname, '..')
const runs = 10_000
/** The Vitest projects with money tests, and their arguments. */
const projects = ['unit', 'embedded', 'postgres', 'square']
const tests = ['src/server/features/payments', 'src/server/adapters/cards', 'src/shared/rules']

/** A copy of the tests' files, below the project's node_modules so that imports resolve. */
const copy = join(root, '.cache', 'mutant')
const copied = [
  'src',
  'migrations',
  'data',
  'scripts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
]
/** Sorts after every existing migration. */
const plantedMigration = join(copy, 'migrations', '9999_planted.sql')

type Run = { cwd: string; projects: readonly string[]; tests: readonly string[]; quiet?: boolean }

/** Whether these tests pass. */
function pass(run: Run, env: NodeJS.ProcessEnv): boolean {
  const named = run.projects.flatMap((name) => ['--project', name])
  const { status } = spawnSync('vitest', ['run', ...named, ...run.tests], {
    cwd: run.cwd,
    env: { ...process.env, ...env },
    stdio: run.quiet ? 'ignore' : 'inherit',
  })
  return status === 0
}

function plant(mutant: Mutant): () => void {
  if ('sql' in mutant) {
    writeFileSync(plantedMigration, mutant.sql)
    return () => rmSync(plantedMigration)
  }
  const path = join(copy, mutant.file)
  const before = readFileSync(path, 'utf8')
  if (before.split(mutant.from).length !== 2)
    throw new Error(`"${mutant.name}" finds not one place in ${mutant.file}`)
  writeFileSync(
    path,
    before.replace(mutant.from, () => mutant.to),
  )
  return () => writeFileSync(path, before)
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

function hunt(env: NodeJS.ProcessEnv): boolean {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  const all = {
    projects: [...new Set(mutants.flatMap((mutant) => mutant.projects))],
    tests: [...new Set(mutants.flatMap((mutant) => mutant.tests))],
  }
  if (!pass({ cwd: copy, ...all }, env)) {
    say('These tests fail without a planted fault: mend them first.')
    return false
  }
  const missed = mutants.filter((mutant) => {
    const takeOut = plant(mutant)
    const isMissed = pass({ cwd: copy, ...mutant, quiet: true }, env)
    takeOut()
    say(`${isMissed ? '✗ not noticed' : '✓ caught'}  ${mutant.name}`)
    return isMissed
  })
  say(`${mutants.length - missed.length} of ${mutants.length} planted faults were caught`)
  return missed.length === 0
}

const env = { FIVEQUART_TESTS: 'full', POSTGRES_BIN: await ensurePostgres() }
const isGood = process.argv.includes('--mutants')
  ? hunt(env)
  : pass({ cwd: root, projects, tests }, { ...env, ORCHESTRATOR_RUNS: String(runs) })
process.exitCode = isGood ? 0 : 1
