import type { Explanation } from '#app/profiles/matching/explanation'

const REACHED_MAX = 20
const OTHERS_MAX = 5
const TEXT_LENGTH_MAX = 2_000

/**
 * An explanation as a line keeps it: everything that the decision depends on, and of the rest as much as somebody reads.
 * The whole text of a document stays with the document.
 */
export function storedExplanation(explanation: Explanation): Explanation {
  const isReached = (candidate: Explanation['candidates'][number]) =>
    candidate.eligible && candidate.score >= candidate.minScore
  const reached = explanation.candidates.filter(isReached)
  const others = explanation.candidates.filter((candidate) => !isReached(candidate))
  return {
    ...explanation,
    fields: Object.fromEntries(
      Object.entries(explanation.fields).filter(([, { text }]) => text.length <= TEXT_LENGTH_MAX)
    ),
    candidates: [...reached.slice(0, REACHED_MAX), ...others.slice(0, OTHERS_MAX)],
  }
}
