import { expect, test } from 'vitest'
import { filesOf } from './client-size.ts'

const manifest = {
  app: { file: 'app.js', imports: ['react', 'texts'], dynamicImports: ['map'] },
  react: { file: 'react.js' },
  texts: { file: 'texts.js', imports: ['react', 'app'] },
  map: { file: 'map.js' },
  screen: { file: 'screen.js', imports: ['app', 'style'] },
  style: { file: 'style.css' },
}

test('static imports count once, lazy ones and styles not at all', () => {
  expect(filesOf(manifest, ['app', 'screen'])).toEqual([
    'app.js',
    'react.js',
    'texts.js',
    'screen.js',
  ])
})

test('a missing chunk is an error', () => {
  expect(() => filesOf(manifest, ['nowhere'])).toThrow('nowhere')
})
