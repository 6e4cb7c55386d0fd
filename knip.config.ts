import type { KnipConfig } from 'knip'
import tools from './tools/package.json' with { type: 'json' }

const config: KnipConfig = {
  ignoreWorkspaces: ['tools'],
  workspaces: {
    '.': {
      entry: [
        'e2e/before-dawn.ts',
        'e2e/day-later.ts',
        'scripts/{build-*,collect-*,check-*,money}.ts',
        'scripts/follow-parent.mjs',
        'scripts/oxlint-rooms.mjs',
        'src/server/main.ts',
        'vite.server.config.ts',
        'src/server/database/lean-drizzle.ts',
        'src/server/admin.ts',
        'src/server/{photos,backup,restore,transfer}.ts',
        'src/server/features/schedule/routes-worker.ts',
        'src/server/database/test-durability-writer.ts',
        'src/server/queue/test-poison-worker.ts',
        'src/server/features/payments/test-crash-server.ts',
        'src/client/screens/public/prerender.tsx',
        'bench/run.ts',
        'bench/failover/run.ts',
        'bench/bare-lists.ts',
        'bench/bare-route.ts',
        'bench/search-names.ts',
      ],
      project: [
        'src/**/*.{ts,tsx,css}',
        'e2e/**/*.ts',
        'bench/**/*.ts',
        'scripts/**/*.{ts,mjs}',
        '*.config.ts',
      ],
      // Used through another workspace, which knip does not see.
      vitest: true,
      playwright: true,
      drizzle: true,
      ignoreDependencies: [...Object.keys(tools.dependencies), 'playwright-core'],
    },
  },
  ignoreBinaries: ['openssl', 'systemd-analyze', 'vitest'],
  ignoreExportsUsedInFile: true,
  rules: { types: 'off' },
  ignore: ['src/server/adapters/cards/simulator/form/**'],
}

export default config
