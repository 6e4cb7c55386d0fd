import { registerHooks } from 'node:module'

const esModule = /\/node_modules\/drizzle-orm\/.*\.js$/

// Drizzle's ES modules import each other in circles, which costs Node's loader 350 ms and 200 MB; its CommonJS build loads
// in 50 ms. For `node --import`, before anything else.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    if (!esModule.test(found.url)) return found
    return { ...found, url: found.url.replace(/\.js$/, '.cjs'), format: 'commonjs' }
  },
})
