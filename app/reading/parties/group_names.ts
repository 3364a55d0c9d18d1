import type { Word } from '#app/reading/layout/layout_types'
import type { NameCandidate } from '#app/reading/parties/find_names'
import { isCutShort, isSameName, simple } from '#app/reading/parties/same_name'

type ScoredName = NameCandidate & { score: number }

const opposedBelow = -1.5

type NameGroup = { text: string; score: number; places: Word[][] }

/** Spellings of one name strengthen each other; the best-placed long one speaks for them. */
export function groupAlike(names: ScoredName[]): NameGroup[] {
  const groups: { members: ScoredName[] }[] = []
  for (const name of names.toSorted((a, b) => b.score - a.score)) {
    const group = groups.find((one) => one.members.some((member) => isSameName(member.text, name.text)))
    if (group) group.members.push(name)
    else groups.push({ members: [name] })
  }
  return groups.map(({ members }) => {
    const best = spokesman(members)
    const support = members.slice(1).reduce((sum, member) => sum + supportOf(member), 0)
    return {
      text: best.text,
      score: best.score + Math.min(1.6, support),
      places: members
        .toSorted((a, b) => spelling(a, best) - spelling(b, best) || order(a, b))
        .map(({ words }) => words),
    }
  })
}

/** What the same name elsewhere adds; where a label gives it to the other party it takes away. */
function supportOf({ score }: ScoredName): number {
  return score < opposedBelow ? Math.max(-1.5, score * 0.5) : Math.max(0.15, Math.min(1, score * 0.4))
}

/** So many letters less make a name one for short. */
const lettersLeftOutMax = 2

/** Where the name stands whole comes before where it is called for short; one that ends in a comma goes on below. */
function spelling(one: ScoredName, best: ScoredName): number {
  const [own, full] = [simple(one.text), simple(best.text)]
  const isShort = full.includes(own) && full.length - own.length > lettersLeftOutMax
  return isShort && !/,$/.test(one.words.at(-1)?.text ?? '') ? 1 : 0
}

const order = ({ words: [a] }: ScoredName, { words: [b] }: ScoredName): number =>
  (a?.page ?? 0) - (b?.page ?? 0) || (a?.y0 ?? 0) - (b?.y0 ?? 0)

/** The full name speaks: with a legal form before without, else the best placed. */
function spokesman(members: ScoredName[]): ScoredName {
  const best = members[0] as ScoredName
  const full = members.filter(
    (member) =>
      member.hasLegalForm &&
      (simple(member.text).includes(simple(best.text)) || isCutShort(best.text, member.text))
  )
  const longest = full.toSorted((a, b) => simple(b.text).length - simple(a.text).length)[0]
  return longest && (!best.hasLegalForm || longest.score > best.score - 1.5) ? longest : best
}
