import { askOnce } from './child.ts'
import type { Engine } from './engines.ts'
import { type Figures, printRatio } from './figures.ts'

/** Compares searching people by folded names with the plain search, which finds no accents or apostrophes. */
export async function measureNames(engine: Engine): Promise<void> {
  const place = await engine.newPlace('names')
  const found = await askOnce<Figures>('search-names.ts', { place })
  for (const [words, { folded = NaN, plain = NaN }] of Object.entries(found))
    printRatio(engine, `people found by "${words}" ÷ plain`, folded, plain, 0.9)
}
