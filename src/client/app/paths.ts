export { paths } from '#shared/rules/paths.ts'
