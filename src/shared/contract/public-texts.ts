import * as z from 'zod/mini'
import {
  longestAnswer,
  longestQuestion,
  mostQuestions,
  publicTexts,
  type PublicTextName,
} from '../rules/public-texts.ts'
import { text } from '../texts/t.ts'
import { endpoints } from './endpoint.ts'
import { required } from './fields.ts'

/** Words in English, and in Spanish where there are any. */
const words = (most: number, english = z.string().check(z.trim(), z.maxLength(most))) =>
  z.strictObject({ en: english, es: z.optional(z.string().check(z.trim(), z.maxLength(most))) })

const mostOf = (name: PublicTextName) => publicTexts.find((one) => one.name === name)?.most ?? 0

const questionPlease = required(text('Please enter the question'), longestQuestion)
const answerPlease = required(text('Please enter the answer'), longestAnswer)

/** What the settings have of the public pages; without words ours stand there. */
export const publicTextSettings = {
  headline: words(mostOf('headline')),
  introduction: words(mostOf('introduction')),
  emergency: words(mostOf('emergency')),
  terms: words(mostOf('terms')),
  privacy: words(mostOf('privacy')),
  /** In this order; empty: none, null: ours. */
  faq: z.nullable(
    z
      .array(
        z.strictObject({
          question: words(longestQuestion, questionPlease),
          answer: words(longestAnswer, answerPlease),
        }),
      )
      .check(z.maxLength(mostQuestions)),
  ),
}

/** A text as a form has it. */
export const textForm = (name: PublicTextName) =>
  z.strictObject({ words: z.string().check(z.trim(), z.maxLength(mostOf(name))) })
export const QuestionForm = z.strictObject({ question: questionPlease, answer: answerPlease })

/** In the language of whoever asks; '' and null where our own stand. */
const OwnTexts = z.object({
  headline: z.string(),
  introduction: z.string(),
  emergency: z.string(),
  /** Paragraphs with an empty line between them; a line that begins with `#` is a heading. */
  terms: z.string(),
  privacy: z.string(),
  faq: z.nullable(z.array(z.object({ question: z.string(), answer: z.string() }))),
})

export const ownTextCalls = endpoints({
  'GET /api/public-texts': {
    summary: "The owner's own words for the public pages",
    allow: ['public'],
    shows: ['settings'],
    response: OwnTexts,
  },
})
