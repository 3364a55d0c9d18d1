import { addMonths, today } from '#app/kernel/time/calendar_date'
import { Turns } from '#app/kernel/turns'
import { type HistoryLine, lineHistory } from '#app/profiles/line_history'
import { ConceptMatcher } from '#app/profiles/matching/concept_matcher'
import { withVersion } from '#app/profiles/matching/explained'
import type { Explanation } from '#app/profiles/matching/explanation'
import type { MatchInput, MatchProfile } from '#app/profiles/matching/matching_terms'
import { currentBook } from '#app/profiles/profile_book'

/** A form that is not saved has no key yet. */
export const UNSAVED = 0
const MONTHS_LOOKED_AT = 12
const LINES_MAX = 50_000
const MOVES_SHOWN = 100
const REPLAYED = 100
const LIMIT = {
  ms: 10_000,
  tooLong: 'La prueba tarda demasiado: simplifique las expresiones del perfil, con menos repeticiones.',
  field: 'keywords',
}

/** What a text would be given if a profile were as its form says, switched on. */
export async function tryText(draft: MatchProfile | null, input: MatchInput): Promise<Explanation> {
  const { matcher } = await currentBook.get()
  const inBook = matcher.explain(input)
  if (!draft) return inBook
  return withVersion(inBook, {
    version: new ConceptMatcher([draft]).explain(input),
    profileId: draft.id,
  })
}

export type TriedLine = {
  line: HistoryLine
  before: string
  after: string
  isMoved: boolean
}

/** What a change of a profile would do: how many lines go from what to what, and the lines. */
export type Impact = {
  looked: number
  isCut: boolean
  moved: number
  flows: { before: string; after: string; lines: number; amountMinor: number }[]
  lines: TriedLine[]
}

type Asked = { draft: MatchProfile; isActive: boolean; scope: number[] | 'all' }

/**
 * Plays a change of a profile over the lines of the last twelve months before it is saved, at most the last 50,000. Only
 * lines that the old or the new version can take are judged in full: the others cannot move. What a supplier's habit
 * adds is left out on both sides. Throws E_TOO_LONG at `keywords` when that takes more than ten seconds.
 */
export async function impactOf({ draft, isActive, scope }: Asked): Promise<Impact> {
  const book = await currentBook.get()
  const old = book.profiles.get(draft.id)
  const lines = await lineHistory.one()({
    since: addMonths(today(), -MONTHS_LOOKED_AT),
    providerId: draft.providerId,
    scope,
    limit: LINES_MAX,
  })
  const versions = versionsOf(old, isActive ? draft : null)
  const flows = new Map<string, Impact['flows'][number]>()
  const moved: TriedLine[] = []
  const turns = new Turns(LIMIT)
  for (const line of lines) {
    await turns.pass()
    const tried = tryLine(line, book, versions)
    if (!tried?.isMoved) continue
    moved.push(tried)
    const key = `${tried.before}\n${tried.after}`
    const flow = flows.get(key) ?? { before: tried.before, after: tried.after, lines: 0, amountMinor: 0 }
    flow.lines++
    flow.amountMinor += line.amountMinor
    flows.set(key, flow)
  }
  return {
    looked: lines.length,
    isCut: lines.length === LINES_MAX,
    moved: moved.length,
    flows: [...flows.values()].sort((a, b) => b.lines - a.lines),
    lines: moved.slice(0, MOVES_SHOWN),
  }
}

/** The last hundred lines with what they get now and what they would get; those that stay too. */
export async function replayLast({ draft, isActive, scope }: Asked): Promise<TriedLine[]> {
  const book = await currentBook.get()
  const lines = await lineHistory.one()({
    since: addMonths(today(), -MONTHS_LOOKED_AT),
    providerId: draft.providerId,
    scope,
    limit: REPLAYED,
  })
  const versions = versionsOf(book.profiles.get(draft.id), isActive ? draft : null)
  const turns = new Turns(LIMIT)
  const replayed: TriedLine[] = []
  for (const line of lines) {
    await turns.pass()
    const tried = tryLine(line, book, versions)
    replayed.push(tried ?? unmoved(line, nameOf(book.matcher.explain(inputOf(line)))))
  }
  return replayed
}

const unmoved = (line: HistoryLine, name: string): TriedLine => ({
  line,
  before: name,
  after: name,
  isMoved: false,
})

type Book = Awaited<ReturnType<typeof currentBook.get>>
type Versions = { profileId: number; before: ConceptMatcher; after: ConceptMatcher }

function versionsOf(old: MatchProfile | undefined, next: MatchProfile | null): Versions {
  return {
    profileId: next?.id ?? old?.id ?? UNSAVED,
    before: new ConceptMatcher(old ? [old] : []),
    after: new ConceptMatcher(next ? [next] : []),
  }
}

/** Null when neither version can take the line. */
function tryLine(line: HistoryLine, book: Book, { profileId, before, after }: Versions): TriedLine | null {
  const input = inputOf(line)
  const [had, has] = [before.match(input), after.match(input)]
  if (had.decision === 'none' && has.decision === 'none') return null
  const inBook = book.matcher.explain(input)
  const then = withVersion(inBook, { version: after.explain(input), profileId })
  const [from, to] = [nameOf(inBook), nameOf(then)]
  return { line, before: from, after: to, isMoved: from !== to || inBook.profileId !== then.profileId }
}

function inputOf(line: HistoryLine): MatchInput {
  return {
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
}

function nameOf({ decision, profileId, candidates }: Explanation): string {
  if (decision === 'none') return 'Sin perfil'
  if (decision === 'ambiguous') return 'Dudoso: elige una persona'
  return candidates.find((candidate) => candidate.profileId === profileId)?.name ?? 'Sin perfil'
}
