import * as z from 'zod/mini'
import { contract } from '#shared/contract/contract.ts'
import type { Endpoint, FileKind, Schema } from '#shared/contract/endpoint.ts'
import { errorStatus } from '#shared/rules/errors.ts'

type Json = Record<string, unknown>

const mediaTypes: Record<FileKind, string | undefined> = {
  csv: 'text/csv',
  zip: 'application/zip',
  pdf: 'application/pdf',
  ics: 'text/calendar',
  html: 'text/html',
  image: 'image/jpeg',
  redirect: undefined,
  empty: undefined,
}

let made: Json | undefined

/** The contract as an OpenAPI 3.1 document, built once per process. */
export function openapiDocument(): Json {
  made ??= {
    openapi: '3.1.0',
    info: {
      title: 'Fivequart',
      version: '1',
      description: 'Every call of the product. Amounts are dollars as decimal strings.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths: paths(),
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'fq_session' },
        guestLink: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Guest-Link',
          description:
            'The secret of /guest/{token}: the customer of one visit, whatever the cookie says. Other visits, and calls without it, are 404.',
        },
        handIn: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Hand-In',
          description:
            'The token of `POST /api/hand-in`: a deactivated technician, for handing in unsent work and its photos.',
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['message', 'code'],
          properties: {
            message: { type: 'string' },
            code: { type: 'string', enum: [...Object.keys(errorStatus), 'internal'] },
            details: {},
          },
        },
      },
    },
  }
  return made
}

function paths(): Json {
  const result: Record<string, Json> = {}
  for (const [route, endpoint] of Object.entries(contract as Record<string, Endpoint>)) {
    const [method = '', path = ''] = route.split(' ')
    result[path] = { ...result[path], [method.toLowerCase()]: operation(method, path, endpoint) }
  }
  result['/calendar/{token}.ics'] = { get: calendarFeed }
  return result
}

/** Not part of the contract: calendar programs read it without a session. */
const calendarFeed: Json = {
  operationId: 'getCalendarFeed',
  summary:
    'The visits of a technician, or all for the office, for calendar programs; the address is the secret. ETag and If-None-Match',
  tags: ['calendar-feed'],
  description: 'Allowed: public.',
  security: [],
  parameters: [{ name: 'token', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    200: { description: 'iCalendar', content: { 'text/calendar': { schema: { type: 'string' } } } },
    304: { description: 'It has not changed' },
    404: {
      description: 'not_found',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
    429: {
      description: 'too_many',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
}

function operation(method: string, path: string, endpoint: Endpoint): Json {
  const { allow } = endpoint
  const guest = allow.includes('guest') ? [{ guestLink: [] }] : []
  const leaver = allow.includes('leaver') ? [{ handIn: [] }] : []
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, '')}`,
    summary: endpoint.summary,
    tags: [path.split('/')[2] ?? 'api'],
    description: `Allowed: ${allow.join(', ')}.`,
    security: allow.includes('public') ? [] : [{ session: [] }, ...guest, ...leaver],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }]
        : []),
      ...(endpoint.ifMatch ? [ifMatch] : []),
      ...(endpoint.happenedAt ? [happenedAt] : []),
    ],
    ...requestBody(endpoint),
    responses: responses(endpoint),
    ...(endpoint.shows && { 'x-shows': endpoint.shows }),
    ...(endpoint.changes && { 'x-changes': endpoint.changes }),
  }
}

const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  description:
    "The version that was seen, as its ETag has it. When it is another by now: 409 with details.reason 'changed', who changed it (by) and how it is (now). Without it nothing is checked.",
  schema: { type: 'string' },
}

const happenedAt: Json = {
  name: 'X-Happened-At',
  in: 'header',
  description:
    'When it was done, for what a device sends later than that. Believed unless it lies in the future, before the step that comes before it, or more than 48 hours back.',
  schema: { type: 'string', format: 'date-time' },
}

function requestBody({ body, rawBody, upload }: Endpoint): Json {
  if (upload) return { requestBody: { required: true, content: uploadContent(upload.types) } }
  if (body) return { requestBody: jsonContent(jsonSchema(body, 'input'), { required: true }) }
  return rawBody ? { requestBody: jsonContent({}, { required: true }) } : {}
}

const uploadContent = (types: readonly string[]): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: binary }]))

const binary: Json = { type: 'string', format: 'binary' }

const jsonContent = (schema: Json, more: Json): Json => ({
  ...more,
  content: { 'application/json': { schema } },
})

function responses(endpoint: Endpoint): Json {
  const errors = new Set<number>([400, 429, ...(endpoint.errors ?? [])])
  if (!endpoint.allow.includes('public')) errors.add(401).add(403)
  if (endpoint.body) errors.add(413).add(415)
  // A key used for another request.
  if (endpoint.idempotent) errors.add(409)
  const answers: Json = { [successStatus(endpoint)]: success(endpoint) }
  for (const status of [...errors].toSorted((a, b) => a - b))
    answers[status] = {
      description:
        Object.entries(errorStatus).find(([, value]) => value === status)?.[0] ?? 'error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  return answers
}

function successStatus({ response, status }: Endpoint): number {
  if (!('kind' in response)) return status ?? 200
  return response.kind === 'redirect' ? 302 : response.kind === 'empty' ? 204 : 200
}

function success({ response, summary }: Endpoint): Json {
  if (!('kind' in response))
    return {
      description: summary,
      content: { 'application/json': { schema: jsonSchema(response, 'output') } },
    }
  const type = mediaTypes[response.kind]
  return {
    description: summary,
    ...(type ? { content: { [type]: { schema: fileSchema(response.kind) } } } : {}),
  }
}

const fileSchema = (kind: FileKind): Json =>
  kind === 'pdf' || kind === 'zip' || kind === 'image' ? binary : { type: 'string' }

function parameters(place: 'path' | 'query', schema: Schema | undefined): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property,
  }))
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema as z.ZodMiniType, {
    io,
    unrepresentable: 'any',
  }) as Json
  return rest
}
