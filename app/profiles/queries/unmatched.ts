import { setSimilarity, trigrams } from '#app/kernel/text/similarity'
import { addMonths, today } from '#app/kernel/time/calendar_date'
import { Turns } from '#app/kernel/turns'
import { type HistoryLine, lineHistory } from '#app/profiles/line_history'
import { isNumber, normalText } from '#app/profiles/matching/normal_text'
import { currentBook } from '#app/profiles/profile_book'

const MONTHS_LOOKED_AT = 12
const LINES_MAX = 20_000
const CONCEPTS_MAX = 400
const LIKENESS_MIN = 0.5
const SHOWN = 50

export type UnmatchedGroup = {
  concept: string
  lines: number
  amountMinor: number
  providers: { id: number; name: string }[]
  alike: string[]
}

/** What no profile matched in twelve months, the most frequent first, like concepts (trigrams) together. */
export async function unmatchedConcepts(scope: number[] | 'all'): Promise<UnmatchedGroup[]> {
  const lines = await lineHistory.one()({
    since: addMonths(today(), -MONTHS_LOOKED_AT),
    providerId: null,
    scope,
    isUnmatched: true,
    limit: LINES_MAX,
  })
  const concepts = [...Map.groupBy(lines, ({ concept }) => withoutNumbers(concept)).entries()]
    .filter(([key]) => key !== '')
    .sort((a, b) => b[1].length - a[1].length)
    .slice(0, CONCEPTS_MAX)
  const groups: { trigrams: Set<string>; lines: HistoryLine[]; concepts: string[] }[] = []
  for (const [key, of] of concepts) {
    const own = trigrams(key)
    const near = groups.find((group) => setSimilarity(group.trigrams, own) >= LIKENESS_MIN)
    if (near) {
      near.lines.push(...of)
      near.concepts.push(of[0]?.concept ?? key)
    } else groups.push({ trigrams: own, lines: [...of], concepts: [of[0]?.concept ?? key] })
  }
  return groups
    .map(({ lines: of, concepts: [concept = '', ...alike] }) => ({
      concept,
      lines: of.length,
      amountMinor: of.reduce((sum, line) => sum + line.amountMinor, 0),
      providers: [...new Map(of.map((line) => [line.providerId, line.providerName]))]
        .slice(0, 5)
        .map(([id, name]) => ({ id, name })),
      alike: alike.slice(0, 3),
    }))
    .sort((a, b) => b.lines - a.lines)
    .slice(0, SHOWN)
}

const withoutNumbers = (concept: string) =>
  normalText(concept)
    .stems.filter((stem) => !isNumber(stem))
    .join(' ')

export type Conflict = {
  first: { id: number; name: string }
  second: { id: number; name: string }
  lines: number
  example: string
}

/** Pairs of profiles too close to each other on the lines of twelve months: between them a person has to choose. */
export async function profileConflicts(scope: number[] | 'all'): Promise<Conflict[]> {
  const { matcher } = await currentBook.get()
  const lines = await lineHistory.one()({
    since: addMonths(today(), -MONTHS_LOOKED_AT),
    providerId: null,
    scope,
    limit: LINES_MAX,
  })
  const pairs = new Map<string, Conflict>()
  const alike = Map.groupBy(
    lines,
    (line) => `${line.providerId}|${line.siteId}|${line.amountMinor}|${line.concept}|${line.description}`
  )
  const turns = new Turns()
  for (const of of alike.values()) {
    await turns.pass()
    const [line] = of
    if (!line) continue
    const input = {
      texts: {
        concept: line.concept,
        description: line.description,
        invoice_number: line.invoiceNumber,
        provider_name: line.providerName,
      },
      providerId: line.providerId,
      siteId: line.siteId,
      amountMinor: line.amountMinor,
      habitProfileId: null,
    }
    if (matcher.match(input).decision !== 'ambiguous') continue
    const [first, second] = matcher
      .explain(input)
      .candidates.filter(({ eligible, score, minScore }) => eligible && score >= minScore)
    if (!first || !second) continue
    const [a, b] = [first, second].sort((one, other) => one.profileId - other.profileId)
    if (!a || !b) continue
    const known = pairs.get(`${a.profileId}/${b.profileId}`)
    if (known) known.lines += of.length
    else
      pairs.set(`${a.profileId}/${b.profileId}`, {
        first: { id: a.profileId, name: a.name },
        second: { id: b.profileId, name: b.name },
        lines: of.length,
        example: line.concept,
      })
  }
  return [...pairs.values()].sort((a, b) => b.lines - a.lines).slice(0, SHOWN)
}
