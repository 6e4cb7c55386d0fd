import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../node_modules/lucide-react/dist/esm', import.meta.url))

const own = fileURLToPath(new URL('../src/client/ui/icon.ts', import.meta.url))

/**
 * Imports each file's icons one by one instead of from the list of all, so that chunks contain only the icons they draw; and
 * creates them with our own function, an eighth the size of lucide's.
 */
export function singleIcons(): Plugin {
  const files = iconFiles()
  const importOf = (name: string): string => {
    const [icon = '', as = icon] = name.trim().split(' as ')
    if (icon === '') return ''
    const file = files.get(icon)
    if (!file) throw new Error(`There is no icon ${icon}`)
    return `import ${as} from ${JSON.stringify(file)};`
  }
  return {
    name: 'single-icons',
    apply: 'build',
    resolveId: {
      // Before Vite's own.
      order: 'pre',
      filter: { id: /\/createLucideIcon\.mjs$/ },
      handler: (_, importer) => (importer?.startsWith(join(folder, 'icons')) ? own : undefined),
    },
    transform: {
      filter: { id: /\/src\/client\/.*\.tsx?$/, code: 'lucide-react' },
      handler: (code) =>
        code.replace(
          /import \{([^}]*)\} from ["']lucide-react["'];?/g,
          // Keeps the number of lines, for source maps.
          (all, names: string) =>
            names.split(',').map(importOf).join('') + '\n'.repeat(all.split('\n').length - 1),
        ),
    },
  }
}

/** Each icon's file, by all of its names. */
function iconFiles(): Map<string, string> {
  const list = readFileSync(join(folder, 'lucide-react.mjs'), 'utf8')
  const lines = list.matchAll(/export \{([^}]*)\} from '\.\/(icons\/.*)'/g)
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, join(folder, file)]),
    ),
  )
}
