import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { findCoveringSet } from '#app/reconciliation/scoring/covering_set'
import type {
  Candidate,
  CandidateKind,
  ForeignItem,
  LineFacts,
  PartyKey,
  Score,
  ScoreContext,
  ScorePart,
} from '#app/reconciliation/scoring/match_types'
import {
  datePart,
  partyParts,
  referencePart,
  scoreCandidate,
  totalOf,
} from '#app/reconciliation/scoring/score_candidate'
import { type LineText, readLineText } from '#app/reconciliation/scoring/text_evidence'

export const suggestFrom = 60
const automaticFrom = 90
const rivalPoints = 10
const shownMax = 20
const setPartiesMax = 5

export type ProposedItem = {
  key: string
  kind: CandidateKind
  journalLineId: number | null
  otherLineId: number | null
  label: string
  partyName: string | null
  party: PartyKey | null
  amountMinor: number
  dueOn: CalendarDate
  /** What the payment service keeps back of it, where that is known. */
  knownFeeMinor: number | null
  foreign: ForeignItem | null
}

/** One way to explain a movement: a single item, several of one party, or the orders of a batch. */
export type Proposal = {
  key: string
  kind: 'single' | 'set' | 'batch'
  items: ProposedItem[]
  amountMinor: number
  score: number
  parts: ScorePart[]
  isExact: boolean
  /** Good enough, alone and exact: may be accepted without anybody looking, where the company wants it. */
  isAutomatic: boolean
}

type Draft = Omit<Proposal, 'score' | 'isAutomatic'> & Score & { mayBeAutomatic: boolean }

/** Ways to explain a movement, the best first, at most twenty. Pure: the pool is what the caller loaded. */
export function proposeMatches(
  line: LineFacts,
  pool: readonly Candidate[],
  context: ScoreContext
): Proposal[] {
  const usable = pool.filter((candidate) => Math.sign(candidate.amountMinor) === Math.sign(line.amountMinor))
  const text = readLineText(line)
  const singles = usable
    .map((candidate) => ({ candidate, draft: single(line, candidate, context, text) }))
    // Money of somebody we paid is no return by itself: the bank has to say so, or name our payment.
    .filter(
      ({ candidate, draft }) => candidate.kind !== 'returned_payment' || line.isReturn || draft.isCertain
    )
    .map(({ draft }) => draft)
  const batches = batchProposals(line, usable, text)
  const hasOne = singles.some((draft) => draft.isExact && draft.score >= suggestFrom) || batches.length > 0
  const sets = hasOne ? [] : setProposals(line, usable, context, text)
  const ranked = [...singles, ...batches, ...sets]
    .filter((draft) => draft.sum > 0)
    .toSorted((a, b) => b.sum - a.sum)
  return withRivals(ranked).slice(0, shownMax)
}

/**
 * Those within ten points of the best one make each other doubtful: fifteen points less, and nothing by itself. A part of
 * what the best one settles is no other explanation.
 */
function withRivals(ranked: readonly Draft[]): Proposal[] {
  const [best] = ranked
  const least = (best?.sum ?? 0) - rivalPoints
  const isOther = (draft: Draft) => draft === best || !isPartOf(draft, best)
  const isDoubtful = ranked.filter((draft) => draft.sum >= least && isOther(draft)).length > 1
  return ranked.map((draft) => {
    const isRival = isDoubtful && draft.sum >= least && isOther(draft)
    const parts = isRival ? [...draft.parts, { label: 'Otro candidato parecido', points: -15 }] : draft.parts
    const { score } = totalOf(parts)
    const isAutomatic =
      draft.mayBeAutomatic && draft.isExact && !isRival && !draft.isContradicted && score >= automaticFrom
    const { key, kind, items, amountMinor, isExact } = draft
    return { key, kind, items, amountMinor, score, parts, isExact, isAutomatic }
  })
}

function isPartOf({ items, isExact }: Draft, best: Draft | undefined): boolean {
  const whole = new Set(best?.items.map((item) => item.key))
  return !isExact && best?.isExact === true && items.every((item) => whole.has(item.key))
}

/** The same amount of another partner never is enough: a reference, an IBAN or a name has to say who it is. */
function single(line: LineFacts, candidate: Candidate, context: ScoreContext, text: LineText): Draft {
  const score = scoreCandidate(line, candidate, context, text)
  const isForPeople = candidate.kind === 'own_transfer' || candidate.kind === 'returned_payment'
  const mayBeAutomatic = !isForPeople && (score.isCertain || score.hasParty)
  return {
    ...score,
    key: candidate.key,
    kind: 'single',
    items: [itemOf(candidate)],
    amountMinor: candidate.amountMinor,
    mayBeAutomatic,
  }
}

function batchProposals(line: LineFacts, pool: readonly Candidate[], text: LineText): Draft[] {
  const batches = Map.groupBy(
    pool.filter((candidate) => candidate.batch !== null && candidate.kind === 'in_transit'),
    (candidate) => candidate.batch?.id ?? 0
  )
  return [...batches].flatMap(([id, orders]) => {
    const amountMinor = sumOf(orders)
    const [first] = orders
    if (orders.length < 2 || amountMinor !== line.amountMinor || first === undefined) return []
    const certain = referencePart(line, first.batch?.references ?? [], text)
    const parts = [
      certain,
      { label: 'Importe exacto', points: 40 },
      { label: `Remesa completa (${orders.length} pagos)`, points: 25 },
      datePart(line, first),
    ].filter((part) => part !== null)
    const isCertain = certain !== null
    return [
      {
        ...totalOf(parts),
        ...setOf(`batch:${id}`, 'batch', orders),
        isCertain,
        hasParty: false,
        isContradicted: false,
        mayBeAutomatic: isCertain,
      },
    ]
  })
}

/** Several open items of one party that add up to the movement (00 §7): 40 points and what names the party. */
function setProposals(
  line: LineFacts,
  pool: readonly Candidate[],
  context: ScoreContext,
  text: LineText
): Draft[] {
  const parties = Map.groupBy(
    pool.filter(
      ({ party, kind, foreign }) =>
        party !== null && kind !== 'own_transfer' && kind !== 'returned_payment' && foreign === null
    ),
    (candidate) => candidate.party ?? ''
  )
  const named = [...parties.values()].flatMap((items) => {
    const [first] = items
    const evidence = first ? partyParts(line, first, context, text) : null
    return evidence?.hasParty && !evidence.isContradicted && items.length > 1 ? [{ items, evidence }] : []
  })
  return named.slice(0, setPartiesMax).flatMap(({ items, evidence }) => {
    const found = writtenSet(line, items, text) ?? coveringSet(line, items)
    if (found === null) return []
    const parts = [{ label: `Suma exacta de ${found.length} partidas`, points: 40 }, ...evidence.parts]
    const mayBeAutomatic = found.every((item) => isWritten(item, text))
    const key = `set:${found.map((item) => item.journalLineId).join('+')}`
    return [
      {
        ...totalOf(parts),
        ...setOf(key, 'set', found),
        isCertain: false,
        hasParty: true,
        isContradicted: false,
        mayBeAutomatic,
      },
    ]
  })
}

const coveringSet = (line: LineFacts, items: readonly Candidate[]) =>
  findCoveringSet(
    items.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1)),
    line.amountMinor
  )

/** The items whose numbers the bank writes, where they are several and add up: no other set is meant. */
function writtenSet(line: LineFacts, items: readonly Candidate[], text: LineText): Candidate[] | null {
  const written = items.filter((item) => isWritten(item, text))
  return written.length > 1 && sumOf(written) === line.amountMinor ? written : null
}

const isWritten = ({ documentNumbers }: Candidate, text: LineText) => documentNumbers.some(text.hasNumber)

function setOf(key: string, kind: 'set' | 'batch', candidates: readonly Candidate[]) {
  return { key, kind, items: candidates.map(itemOf), amountMinor: sumOf(candidates), isExact: true }
}

const sumOf = (candidates: readonly Candidate[]) =>
  candidates.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

function itemOf({
  key,
  kind,
  journalLineId,
  otherLineId,
  label,
  partyName,
  party,
  amountMinor,
  dueOn,
  knownFeeMinor,
  foreign,
}: Candidate): ProposedItem {
  return {
    key,
    kind,
    journalLineId,
    otherLineId,
    label,
    partyName,
    party,
    amountMinor,
    dueOn,
    knownFeeMinor,
    foreign,
  }
}
