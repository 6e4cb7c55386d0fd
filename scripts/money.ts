// `npm run money`: tests money in many more orders of events than the tests do, over both card networks and both databases.
// `--mutants` plants faults one at a time instead, and lists those that no test catches; `--mutants promotion slot` only
// those with one of these words in their name or file.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePostgres } from './find-programs.mjs'
import { type Mutant, mutants as all } from './money-mutants.ts'

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

type Run = {
  cwd: string
  projects: readonly string[]
  tests: readonly string[]
  /** Only tests with these words in their names. */
  named?: string | undefined
  quiet?: boolean
}

/** Whether these tests pass. */
function pass(run: Run, env: NodeJS.ProcessEnv): boolean {
  const named = run.projects.flatMap((name) => ['--project', name])
  const only = run.named === undefined ? [] : ['-t', run.named]
  const { status } = spawnSync(
    'vitest',
    ['run', ...(run.quiet ? ['--bail', '1'] : []), ...named, ...only, ...run.tests],
    {
      cwd: run.cwd,
      env: { ...process.env, ...env },
      stdio: run.quiet ? 'ignore' : 'inherit',
    },
  )
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

function hunt(mutants: readonly Mutant[], env: NodeJS.ProcessEnv): boolean {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  // Without a fault each test passes, or being red would prove nothing.
  const runs = new Map(
    mutants.map(({ projects, tests, named }) => [
      JSON.stringify([projects, tests, named]),
      { cwd: copy, projects, tests, named, quiet: true },
    ]),
  )
  const red = [...runs.values()].filter((run) => !pass(run, env))
  for (const { tests, named } of red)
    say(`✗ fails without a planted fault: ${tests.join(' ')} ${named ?? ''}`)
  if (red.length > 0) return false
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
const [option, ...words] = process.argv.slice(2)
const isWanted = (mutant: Mutant) =>
  words.length === 0 ||
  words.some((word) => `${mutant.name} ${'file' in mutant ? mutant.file : ''}`.includes(word))
const isGood =
  option === '--mutants'
    ? hunt(all.filter(isWanted), env)
    : pass({ cwd: root, projects, tests }, { ...env, ORCHESTRATOR_RUNS: String(runs) })
process.exitCode = isGood ? 0 : 1
