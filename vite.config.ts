import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { clientChunks } from './scripts/client-chunks.ts'
import { contractThings } from './scripts/contract-things.ts'
import { lightImports } from './scripts/light-imports.ts'
import { offlineAssets } from './scripts/offline-assets.ts'
import { precompress } from './scripts/precompress.ts'
import { prerender } from './scripts/prerender.ts'
import { screenFiles } from './scripts/screen-files.ts'
import { singleIcons } from './scripts/single-icons.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The screens that users open first. */
const firstScreens = [
  'customer/booking',
  'public/guest-booking',
  'customer/home',
  'technician/home',
  'technician/job',
  'admin/home',
]

export default defineConfig({
  root: here('.'),
  publicDir: here('src/client/public-assets'),
  plugins: [
    react(),
    tailwindcss(),
    contractThings(),
    singleIcons(),
    lightImports(),
    screenFiles(),
    offlineAssets(),
    prerender(),
    precompress(),
  ],
  // The router's stand-in for React before 18.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
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
              debugName: 'client',
              name: clientChunks({
                app: here('src/client/main.tsx'),
                routes: here('src/client/routes.tsx'),
                pages: here('src/client/public-pages.ts'),
                first: firstScreens.map((screen) => here(`src/client/screens/${screen}.tsx`)),
              }),
            },
          ],
        },
      },
    },
    target: ['chrome116', 'edge116', 'firefox125', 'safari17'],
    // These browsers preload modules themselves, and data: URLs would weaken the CSP. The files of later pages are not
    // listed in the first: the server names those of the requested page.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
    },
    assetsInlineLimit: 0,
    // A separate check limits compressed sizes per route.
    reportCompressedSize: false,
  },
})
