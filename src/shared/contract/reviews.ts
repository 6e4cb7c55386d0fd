import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { Review } from './admin.ts'
import { endpoints } from './endpoint.ts'
import { optionalText } from './fields.ts'

const rating = text('Please choose one to five stars')

export const ReviewForm = z.strictObject({
  rating: z.number(rating).check(z.int(rating), z.minimum(1, rating), z.maximum(5, rating)),
  comment: optionalText(1000),
  /** Agrees to have it on the front page, with first name and initial. */
  mayPublish: z.optional(z.boolean()),
})

export type ReviewForm = z.infer<typeof ReviewForm>

/** Reviews and technicians for the front page; lists may be empty. */
const FrontPage = z.object({
  reviews: z.array(
    z.object({
      id: z.string(),
      rating: z.number(),
      comment: z.string(),
      /** First name and initial. */
      name: z.string(),
    }),
  ),
  technicians: z.array(
    z.object({
      firstName: z.string(),
      photoUrl: z.nullable(z.string()),
      rating: z.nullable(z.object({ mean: z.number(), count: z.number() })),
    }),
  ),
})
export type FrontPage = z.infer<typeof FrontPage>

export const reviews = endpoints({
  'GET /api/front-page': {
    summary:
      'The newest good reviews that may be published, and technicians by first name, for the front page',
    allow: ['public'],
    shows: ['reviews', 'technicians'],
    response: FrontPage,
  },
  'POST /api/jobs/{id}/review': {
    summary: 'Rate an own completed visit, once',
    allow: ['customer', 'guest'],
    changes: ['jobs', 'reviews'],
    body: ReviewForm,
    response: Review,
    status: 201,
    errors: [404, 409],
  },
})
