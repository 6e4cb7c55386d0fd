import * as z from 'zod/mini'
import { text } from '../texts/t.ts'
import { Review } from './admin.ts'
import { endpoints } from './endpoint.ts'
import { idParams, optionalText } from './fields.ts'

const rating = text('Please choose one to five stars')

export const ReviewForm = z.strictObject({
  rating: z.number(rating).check(z.int(rating), z.minimum(1, rating), z.maximum(5, rating)),
  comment: optionalText(1000),
})

export type ReviewForm = z.infer<typeof ReviewForm>

export const reviews = endpoints({
  'POST /api/jobs/{id}/review': {
    summary: 'Rate an own completed visit, once',
    allow: ['customer'],
    changes: ['jobs', 'reviews'],
    params: idParams,
    body: ReviewForm,
    response: Review,
    status: 201,
    errors: [404, 409],
  },
})
