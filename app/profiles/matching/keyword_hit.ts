import type { Candidate } from '#app/profiles/matching/explanation'
import { patternTokens } from '#app/profiles/matching/keyword_index'
import {
  FIELD_TENTHS,
  type Field,
  type MatchKeyword,
  MODE_TENTHS,
} from '#app/profiles/matching/matching_terms'
import type { NormalText } from '#app/profiles/matching/normal_text'

/** A keyword found in a text between two of its tokens, with where it stands there and what it counts. */
export function hitOf(
  keyword: MatchKeyword,
  { field, first, last }: { field: Field; first: number; last: number },
  text: NormalText
): Candidate['hits'][number] {
  const [from, to] = keyword.mode === 'regex' ? patternTokens(keyword.textNorm, text) : [first, last]
  const counts = keyword.kind === 'include'
  const factor = FIELD_TENTHS[field] * MODE_TENTHS[keyword.mode]
  return {
    keyword: keyword.text,
    kind: keyword.kind,
    mode: keyword.mode,
    field,
    span: [text.from[from] ?? 0, text.to[to] ?? 0],
    weight: counts ? keyword.weight : 0,
    factor,
    points: counts ? keyword.weight * factor : 0,
  }
}
