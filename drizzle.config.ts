import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/server/database/tables.ts',
  out: './migrations',
  breakpoints: true,
})
