// Fails when README.md, CONTRIBUTING.md, SECURITY.md or a page under docs/ names a missing file of the project, or when
// docs/spec-coverage.md lists a section of the specification without naming a test.
import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const root = join(import.meta.dirname, '..')
const required = ['README.md', 'docs/map.md', 'docs/spec-coverage.md']
const folders = /^(\.\/)?(src|docs|scripts|e2e|bench|data|migrations|public|\.ci)\//
const rootFile = /^[\w.-]+\.(md|json|config\.ts|html)$|^\.(npmrc|env\.example|oxlintrc\.json)$/
/** Created at run time or by a build, so missing in a fresh clone. */
const made = /^(data\/(db|run)|dist)(\/|$)/

/** Whether backquoted text means a path of this project (with or without a star) rather than code. */
function isPath(text: string): boolean {
  return (
    (folders.test(text) || rootFile.test(text)) && !/[\s<>{}…()]/.test(text) && !made.test(text)
  )
}

/** Paths named by `page`: backquoted (without line numbers), and links relative to it. */
export function namedPaths(page: string, source: string): string[] {
  const text = source.replace(/^```[\s\S]*?^```/gm, '')
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) =>
    match[1]!.replace(/:\d+(-\d+)?$/, ''),
  )
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1]!.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target) && !target.startsWith('/'))
    .map((target) => posix.normalize(posix.join(dirname(page), target)))
  return [...new Set([...spans.filter(isPath), ...links])]
}

function exists(path: string): boolean {
  return path.includes('*')
    ? globSync(path, { cwd: root }).length > 0
    : existsSync(join(root, path))
}

/** Rows of the spec-coverage tables that name no test file. */
export function untestedRows(source: string): string[] {
  const rows = source.split('\n').filter((line) => line.startsWith('|'))
  return rows.filter((row, index) => {
    const isHead = /^\|[\s:|-]+\|$/.test(rows[index + 1] ?? '')
    const isRule = /^\|[\s:|-]+\|$/.test(row)
    return !isHead && !isRule && !/`[^`]+\.(test|spec)\.tsx?(:\d+)?`/.test(row)
  })
}

if (realpathSync(process.argv[1]!) === import.meta.filename) {
  const pages = [
    ...required,
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync('docs/**/*.md', { cwd: root }),
  ].map((path) => path.replaceAll('\\', '/'))
  const problems: string[] = []
  for (const page of new Set(pages)) {
    if (!existsSync(join(root, page))) {
      problems.push(`${page} is missing`)
      continue
    }
    const source = readFileSync(join(root, page), 'utf8')
    for (const path of namedPaths(page, source))
      if (!exists(path)) problems.push(`${page} names ${path}, which does not exist`)
    if (page === 'docs/spec-coverage.md')
      problems.push(
        ...untestedRows(source).map((row) => `${page} has a row without a test: ${row}`),
      )
  }
  for (const problem of problems) console.log(problem)
  if (problems.length === 0) console.log(`${new Set(pages).size} pages name only what exists`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
