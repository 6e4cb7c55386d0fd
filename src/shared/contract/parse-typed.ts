import * as z from 'zod/mini'
import { visibleIn } from '../rules/visible-text.ts'
import { describeIssue } from './describe-issue.ts'

/** Parses what a person typed, without invisible characters, with messages in their language. */
export const parseTyped = <S extends z.ZodMiniType>(schema: S, typed: unknown) =>
  z.safeParse(schema, visibleIn(typed), { error: describeIssue, reportInput: true })
