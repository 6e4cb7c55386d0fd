// The result of deploy/Dockerfile without Docker: its last stage in a folder.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { root } from '#server/base/root.ts'

export type Image = {
  folder: string
  env: Record<string, string>
  command: string[]
  healthcheck: string[]
  remove: () => void
}

/** Stages as lists of instructions, without comments and line continuations. */
function readStages(): string[][] {
  const lines = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8').split('\n')
  const stages: string[][] = []
  for (const line of lines.filter((each) => each && !each.startsWith('#'))) {
    if (line.startsWith('FROM ')) stages.push([])
    stages.at(-1)?.push(line)
  }
  return stages
}

const wordsOf = (instruction: string) => instruction.split(/\s+/).slice(1)

/** Copies exactly the files of the last stage, and installs the packages of the package stage. */
export async function makeImage(): Promise<Image> {
  const stages = readStages()
  const last = stages.at(-1) ?? []
  const packages = stages.find(([from]) => from?.endsWith(' AS packages')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'fivequart-image-'))
  chmodSync(folder, 0o755)
  for (const line of packages.filter((each) => each.startsWith('COPY ')))
    for (const name of wordsOf(line).slice(0, -1)) copy(join(root, name), join(folder, name))
  for (const line of packages.filter((each) => each.startsWith('RUN ')))
    await run(line.slice(4), folder)
  const asked = new Set(['node_modules'])
  for (const line of last.filter((each) => each.startsWith('COPY '))) {
    const [source = '', target = ''] = wordsOf(line).filter((word) => !word.startsWith('--'))
    const from = source.replace(/^\/app\//, '')
    const to = target === './' ? basename(from) : target
    asked.add(to.split('/')[0] ?? '')
    if (!line.includes('--from=packages')) copy(join(root, from), join(folder, to))
  }
  for (const name of readdirSync(folder))
    if (!asked.has(name)) rmSync(join(folder, name), { recursive: true })
  const env = wordsOf(last.find((each) => each.startsWith('ENV ')) ?? '').map((pair) =>
    pair.split('='),
  )
  const listOf = (instruction: string) =>
    JSON.parse(
      last.find((each) => each.startsWith(instruction))?.replace(/^.*?CMD /, '') ?? '[]',
    ) as string[]
  return {
    folder,
    env: Object.fromEntries(env),
    command: listOf('CMD '),
    healthcheck: listOf('HEALTHCHECK '),
    remove: () => rmSync(folder, { recursive: true }),
  }
}

/** Source maps stay behind, as in the image. */
function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to, { recursive: true, filter: (path) => !/dist\/server\/.*\.map$/.test(path) })
}

async function run(script: string, cwd: string): Promise<void> {
  const child = spawn('/bin/sh', ['-c', script], { cwd, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${script}: ${said}`)
}
