import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Bundles the server, so that its imports are linked once, here, and not at every start.
export default defineConfig({
  root: here('.'),
  publicDir: false,
  ssr: {
    noExternal: true,
    // These are native, or find their own files beside them.
    external: ['@electric-sql/pglite', 'pdfkit', 'pg-native', 'sharp', 'square', 'vite'],
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
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
    },
  },
})
