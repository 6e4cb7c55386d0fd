import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractThings } from './scripts/contract-things.ts'
import { offlineAssets } from './scripts/offline-assets.ts'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'
import { shellChunk } from './scripts/shell-chunk.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: here('.'),
  publicDir: here('src/client/public-assets'),
  plugins: [react(), tailwindcss(), contractThings(), offlineAssets(), prerender(), precompress()],
  build: {
    outDir: here('dist/client'),
    emptyOutDir: true,
    manifest: true,
    rolldownOptions: {
      input: [here('index.html'), here('public.html')],
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: shellChunk(here('src/client/main.tsx'), here('src/client/public-pages.ts')),
            },
          ],
        },
      },
    },
    target: ['chrome116', 'edge116', 'firefox125', 'safari17'],
    // The browsers above preload modules themselves, and data: assets would weaken the CSP.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // Sizes are held by a check of their own, compressed and per route.
    reportCompressedSize: false,
  },
})
