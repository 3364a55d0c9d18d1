import type { MatchProfile } from '#app/profiles/matching/matching_terms'
import { seededRandom } from './measure.js'

const SYLLABLES =
  'la ve ri no ta mo ces pa lu den gar mi so fe ber tro que hi zan cu dor pel ix on al ma'.split(' ')

export type ConceptBook = { profiles: MatchProfile[]; patterns: string[]; concepts: string[] }

/**
 * Keywords and bank concepts without meaning, the same in every run: `profiles` of 50 keywords (30 % of two words),
 * and concepts of which three in five hold a keyword.
 */
export function conceptBook(profiles: number, concepts: number): ConceptBook {
  const random = seededRandom(44)
  const draw = (below: number) => Math.floor(random() * below)
  const word = (syllables: number) =>
    Array.from({ length: syllables }, () => SYLLABLES[draw(SYLLABLES.length)]).join('')
  const patterns: string[] = []
  const made = Array.from({ length: profiles }, (_, index): MatchProfile => {
    const texts = new Set<string>()
    while (texts.size < 50) texts.add(word(3 + draw(3)) + (random() < 0.3 ? ` ${word(2 + draw(2))}` : ''))
    patterns.push(...texts)
    return {
      id: index + 1,
      name: `Perfil ${index + 1}`,
      providerId: null,
      siteIds: [],
      fields: ['concept', 'description'],
      priority: 100,
      minScore: 50,
      amountMinMinor: null,
      amountMaxMinor: null,
      keywords: [...texts].map((text, at) => ({
        id: index * 50 + at,
        kind: 'include',
        mode: text.includes(' ') ? 'phrase' : 'word',
        text,
        textNorm: text,
        weight: 50,
        field: null,
      })),
    }
  })
  return {
    profiles: made,
    patterns,
    concepts: Array.from(
      { length: concepts },
      () =>
        `transferencia recibo ${word(3)} ${random() < 0.6 ? patterns[draw(patterns.length)] : word(4)} factura ${draw(1e6)} ${word(4)} sl`
    ),
  }
}
