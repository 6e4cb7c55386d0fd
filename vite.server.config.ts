import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Node keeps the text of code with a single other character at two bytes for each, and reads it in twice the time.
const plainAscii: Plugin = {
  name: 'plain-ascii',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') {
        if (unescapable.test(chunk.code)) throw new Error(`${chunk.fileName} needs an escape`)
        chunk.code = chunk.code.replace(/[^\0-\x7f]/g, escaped)
      }
  },
}

const unescapable = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f][^`]*`/
const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

// Bundles the server, so that its imports are linked once, here, and not at every start.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [plainAscii],
  ssr: {
    noExternal: true,
    external: [
      // These are native, or find their own files beside them.
      ...['@electric-sql/pglite', 'pdfkit', 'pg-native', 'sharp', 'square', 'vite'],
      // Fastify would load these for schemas, of which it has none.
      ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
    ],
  },
  build: {
    ssr: true,
    outDir: here('dist/server'),
    emptyOutDir: true,
    target: 'node22',
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [
        ...['main', 'backup', 'restore', 'transfer'].map((name) => here(`src/server/${name}.ts`)),
        here('src/server/features/schedule/routes-worker.ts'),
      ],
      output: {
        entryFileNames: '[name].mjs',
        chunkFileNames: '[name]-[hash].mjs',
        comments: { legal: true, annotation: false, jsdoc: false },
      },
    },
  },
})
