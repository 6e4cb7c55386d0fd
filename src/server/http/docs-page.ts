import { escapeHtml as escape } from './public-pages.ts'
import { openapiDocument } from './openapi.ts'

type Operation = {
  summary: string
  description: string
  parameters: { name: string; in: string; required?: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}

const code = (value: unknown) => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`

/** The contract as one plain HTML page without scripts. */
export function docsPage(brandName: string): string {
  const { paths } = openapiDocument() as { paths: Record<string, Record<string, Operation>> }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(method, path, operation)),
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(brandName)} API</title>
<style>${style}</style></head><body><main><h1>${escape(brandName)} API</h1>
<p>Sign in on the site and call with the same cookies. Errors are <code>{ message, code, details? }</code>;
amounts are dollars as decimal strings; dates are business-local, instants UTC.
The same as a machine reads it: <a href="/api/openapi.json">openapi.json</a>.</p>
${calls.join('\n')}</main></body></html>`
}

function describe(method: string, path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const answers = Object.entries(operation.responses)
  const shape = answers[0]?.[1].content?.['application/json']?.schema
  const errors = answers.slice(1).map(([status, answer]) => `${status} ${answer.description}`)
  return `<details id="${method}-${escape(path)}"><summary><b class="${method}">${method.toUpperCase()}</b>
<code>${escape(path)}</code> <span>${escape(operation.summary)}</span></summary>
<p>${escape(operation.description)} Errors: ${escape(errors.join(', '))}.</p>
${operation.parameters.length > 0 ? `<h3>Parameters</h3>${code(operation.parameters)}` : ''}
${body ? `<h3>Body</h3>${code(body)}` : ''}${shape ? `<h3>Answer</h3>${code(shape)}` : ''}</details>`
}

const style = `:root{color-scheme:light dark}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#faf8f5,#14181f);color:light-dark(#14181f,#f3efe9)}
main{max-width:60rem;margin:auto;padding:2rem 1rem;overflow-wrap:anywhere}h1{font-size:1.75rem}h3{font-size:.875rem;margin:1rem 0 .25rem}
details{border-bottom:1px solid light-dark(#e6e2dc,#2c323c)}summary{padding:.75rem 0;cursor:pointer;list-style:none;display:grid;grid-template-columns:4.5rem minmax(0,1fr);gap:0 .5rem}summary span{grid-column:2;opacity:.75}
b{display:inline-block;min-width:4rem;font-size:.8rem;color:light-dark(#b45309,#f59e0b)}a{color:light-dark(#b45309,#f59e0b)}
pre{overflow:auto;padding:.75rem;border-radius:.5rem;background:light-dark(#fff,#1c222b);font-size:.8rem}code{font-size:.9em}`
