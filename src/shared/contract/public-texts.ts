import * as z from 'zod/mini'
import {
  maxAnswerLength,
  maxQuestionLength,
  maxQuestions,
  publicTexts,
  type PublicTextName,
} from '../rules/public-texts.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { optionalText, required } from './fields.ts'

/** Text in English and optionally Spanish. */
const words = (most: number, english = z.string().check(z.trim(), z.maxLength(most))) =>
  z.strictObject({ en: english, es: z.optional(z.string().check(z.trim(), z.maxLength(most))) })

const mostOf = (name: PublicTextName) => publicTexts.find((one) => one.name === name)?.most ?? 0

const questionPlease = required(text('Please enter the question'), maxQuestionLength)
const answerPlease = required(text('Please enter the answer'), maxAnswerLength)

/** The public pages' texts in the settings; empty for ours. */
export const publicTextSettings = {
  headline: words(mostOf('headline')),
  introduction: words(mostOf('introduction')),
  emergency: words(mostOf('emergency')),
  terms: words(mostOf('terms')),
  privacy: words(mostOf('privacy')),
  /** In order; empty for none, null for ours. */
  faq: z.nullable(
    z
      .array(
        z.strictObject({
          question: words(maxQuestionLength, questionPlease),
          answer: words(maxAnswerLength, answerPlease),
        }),
      )
      .check(z.maxLength(maxQuestions)),
  ),
}

export const textForm = (name: PublicTextName) =>
  z.strictObject({
    words: z.string().check(z.trim(), z.maxLength(mostOf(name))),
    spanish: optionalText(mostOf(name)),
  })
export const QuestionForm = z.strictObject({
  question: questionPlease,
  answer: answerPlease,
  questionEs: optionalText(maxQuestionLength),
  answerEs: optionalText(maxAnswerLength),
})

/** In the caller's language; '' and null where ours apply. */
const OwnTexts = z.object({
  headline: z.string(),
  introduction: z.string(),
  emergency: z.string(),
  /** Paragraphs separated by an empty line; a line beginning with `#` is a heading. */
  terms: z.string(),
  privacy: z.string(),
  faq: z.nullable(z.array(z.object({ question: z.string(), answer: z.string() }))),
})

export const ownTextCalls = endpoints({
  'GET /api/public-texts': {
    summary: "The owner's texts for the public pages",
    allow: ['public'],
    shows: ['settings'],
    response: OwnTexts,
  },
})
