import {
  FIELD_TENTHS,
  FIELDS,
  type Field,
  type MatchInput,
  type MatchKeyword,
  type MatchProfile,
  MODE_TENTHS,
  slipsOf,
} from '#app/profiles/matching/matching_terms'
import { ocrFolded, wordDistance } from '#app/profiles/matching/word_distance'

type Words = { raws: string[]; stems: string[] }

/** The rules of the matcher said once more, one keyword after another and without any index: what it must agree with. */
export function bruteForce(profiles: readonly MatchProfile[], input: MatchInput) {
  const reached = profiles.flatMap((profile) => {
    const score = scoreOf(profile, input)
    return score === null || score < profile.minScore * 100 ? [] : [{ profile, score: score }]
  })
  const length = (profile: MatchProfile) =>
    profile.keywords
      .filter((keyword) => keyword.kind === 'include' && fieldOf(keyword, profile, input))
      .reduce((sum, { textNorm }) => sum + textNorm.length, 0)
  reached.sort(
    (a, b) =>
      Number(b.profile.providerId !== null) - Number(a.profile.providerId !== null) ||
      b.score - a.score ||
      b.profile.priority - a.profile.priority ||
      length(b.profile) - length(a.profile) ||
      a.profile.id - b.profile.id
  )
  const [first, second] = reached
  if (!first) return { decision: 'none', profileId: null }
  return !second || first.score >= second.score * 1.1 - 1e-9
    ? { decision: 'matched', profileId: first.profile.id }
    : { decision: 'ambiguous', profileId: null }
}

function scoreOf(profile: MatchProfile, input: MatchInput): number | null {
  if (profile.providerId !== null && profile.providerId !== input.providerId) return null
  if (profile.siteIds.length > 0 && !profile.siteIds.includes(input.siteId ?? -1)) return null
  const size = input.amountMinor === null ? Number.NaN : Math.abs(input.amountMinor)
  if (profile.amountMinMinor !== null && !(size >= profile.amountMinMinor)) return null
  if (profile.amountMaxMinor !== null && !(size <= profile.amountMaxMinor)) return null
  let score = profile.providerId === null ? 0 : 2_000
  if (profile.id === input.habitProfileId) score += 1_000
  for (const keyword of profile.keywords) {
    const field = fieldOf(keyword, profile, input)
    if (keyword.kind === 'exclude' && field) return null
    if (keyword.kind === 'require' && !field) return null
    if (keyword.kind === 'include' && field)
      score += keyword.weight * FIELD_TENTHS[field] * MODE_TENTHS[keyword.mode]
  }
  return Math.min(score, 100_000)
}

function fieldOf(keyword: MatchKeyword, profile: MatchProfile, { texts }: MatchInput): Field | null {
  const fields = keyword.field ? [keyword.field] : profile.fields
  return FIELDS.find((field) => fields.includes(field) && texts[field] && isIn(keyword, texts[field])) ?? null
}

export function isIn({ mode, textNorm }: Pick<MatchKeyword, 'mode' | 'textNorm'>, text: string): boolean {
  const { raws, stems } = wordsOf(text)
  const wanted = textNorm.split(' ').map(plainStem)
  switch (mode) {
    case 'word':
    case 'phrase':
      return ` ${stems.join(' ')} `.includes(` ${wanted.join(' ')} `)
    case 'prefix':
      return textNorm.length >= 3 && raws.some((raw) => raw.startsWith(textNorm))
    case 'exact':
      return stems.join(' ') === wanted.join(' ')
    case 'regex':
      return new RegExp(textNorm, 'u').test(raws.join(' '))
    case 'fuzzy':
      return raws.some((raw) => {
        const slips = slipsOf(textNorm.length)
        return raw.length >= 3 && wordDistance(ocrFolded(textNorm), ocrFolded(raw), slips) <= slips
      })
    default:
      return mode satisfies never
  }
}

function wordsOf(text: string): Words {
  const raws = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(
      /(?<![\p{L}\p{N}\p{M}])\p{N}+(?:[.,]\p{N}+)+(?![\p{L}\p{N}\p{M}])/gu,
      (amount) => `${plain(amount)} `
    )
    .replaceAll(/[^\p{L}\p{N}\p{M}·]+/gu, ' ')
    .normalize('NFD')
    .replaceAll('n\u0303', 'ñ')
    .replaceAll(/\p{M}/gu, '')
    .trim()
    .split(/ +/)
    .filter((raw) => raw !== '')
    .map((raw) => raw.replaceAll('·', '.'))
  return { raws, stems: raws.map(plainStem) }
}

const plainStem = (raw: string) =>
  raw.length < 5
    ? raw
    : /[bcdfghjklmnñpqrstvwxyz]es$/.test(raw)
      ? raw.slice(0, -2)
      : /[aeiou]s$/.test(raw)
        ? raw.slice(0, -1)
        : raw

/** The decimal sign is kept as a mark that no text of the tests has. */
function plain(amount: string): string {
  const [, whole = '', sign = '', rest = ''] = /^(.*)([.,])(\p{N}+)$/u.exec(amount) ?? []
  const others = /[.,]/.test(whole)
  const isThousands = rest.length === 3 && whole.length <= 3 && !amount.startsWith('0')
  if (others ? !whole.includes(sign) : !isThousands) return `${whole.replaceAll(/[.,]/g, '')}·${rest}`
  return amount.replaceAll(/[.,]/g, '')
}
