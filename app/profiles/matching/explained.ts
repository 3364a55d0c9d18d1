import {
  type Candidate,
  decideAmong,
  type Explanation,
  inOrder,
  type SeenText,
} from '#app/profiles/matching/explanation'
import { reasonText } from '#app/profiles/matching/explanation_words'
import { joined, type NormalText } from '#app/profiles/matching/normal_text'

/** A text as an explanation shows it. */
export const seen = (text: NormalText): SeenText => ({
  text: text.text,
  normalized: joined(text),
  tokens: text.stems,
})

/** The explanation that some candidates make of a text. */
export function explained(
  concept: SeenText,
  fields: Explanation['fields'],
  candidates: Candidate[]
): Explanation {
  const { decision, profileId, ...ranked } = decideAmong(candidates)
  return { ...concept, fields, candidates, decision, profileId, decisionReason: reasonText(decision, ranked) }
}

/** The same text with another version of one profile in place of the one in the book. */
export function withVersion(
  inBook: Explanation,
  { version, profileId }: { version: Explanation; profileId: number }
): Explanation {
  const others = inBook.candidates.filter((candidate) => candidate.profileId !== profileId)
  const { text, normalized, tokens } = inBook
  return explained(
    { text, normalized, tokens },
    { ...version.fields, ...inBook.fields },
    [...version.candidates, ...others].sort(
      (a, b) => Number(b.eligible) - Number(a.eligible) || inOrder(a, b)
    )
  )
}
