import { formatAmount } from '#app/kernel/money/money'
import { daysBetween } from '#app/kernel/time/calendar_date'
import type {
  Candidate,
  LineFacts,
  Score,
  ScoreContext,
  ScorePart,
} from '#app/reconciliation/scoring/match_types'
import { type LineText, readLineText } from '#app/reconciliation/scoring/text_evidence'

const similarityMin = 0.45
const learnedTimesMin = 2
/** How far a bank's rate of exchange usually is from the published one. */
export const nearPercent = 3

/**
 * How well a candidate explains a movement (area 00 §7): the points of each signal, their sum and the score from 0 to
 * 100. Every part is named, so that the screen can explain it.
 */
export function scoreCandidate(
  line: LineFacts,
  candidate: Candidate,
  context: ScoreContext,
  text: LineText = readLineText(line)
): Score {
  const certain = referencePart(
    line,
    [...candidate.ownReferences, ...(candidate.batch?.references ?? [])],
    text
  )
  const party = partyParts(line, candidate, context, text)
  const parts = [
    certain,
    amountPart(line, candidate, context.toleranceMinor),
    ...party.parts,
    documentPart(candidate, text),
    datePart(line, candidate),
    learnedPart(candidate, context, text),
  ].filter((part) => part !== null)
  return {
    ...totalOf(parts),
    isExact: candidate.foreign === null && candidate.amountMinor === line.amountMinor,
    isCertain: certain !== null,
    hasParty: party.hasParty,
    isContradicted: party.isContradicted,
  }
}

/** The sum of the parts, and the score it shows. */
export function totalOf(parts: ScorePart[]): Pick<Score, 'parts' | 'sum' | 'score'> {
  const sum = parts.reduce((total, part) => total + part.points, 0)
  return { parts, sum, score: Math.max(0, Math.min(100, sum)) }
}

/** A reference of ours in the movement is certain. */
export function referencePart(
  line: LineFacts,
  references: readonly string[],
  text: LineText
): ScorePart | null {
  const isFound = references.some(
    (reference) => reference !== '' && (line.endToEndId === reference || text.hasNumber(reference))
  )
  return isFound ? { label: 'Referencia del pago', points: 100 } : null
}

/** IBAN and name: what says who it is, or that it is somebody else. */
export function partyParts(
  line: LineFacts,
  { party, partyName, partyIbans }: Candidate,
  { ibanOwners }: ScoreContext,
  { nameScore }: LineText
) {
  const parts: ScorePart[] = []
  const iban = line.counterpartyIban
  const owners = iban ? (ibanOwners.get(iban) ?? []) : []
  const hasIban = iban !== null && partyIbans.includes(iban)
  const isContradicted = !hasIban && owners.length > 0 && (party === null || !owners.includes(party))
  if (hasIban) parts.push({ label: 'IBAN verificado', points: 30 })
  const similarity = partyName ? nameScore(partyName) : 0
  const hasName = similarity >= similarityMin
  if (hasName)
    parts.push({
      label: `Nombre parecido (${Math.round(similarity * 100)} %)`,
      points: Math.round(20 * similarity),
    })
  if (isContradicted) parts.push({ label: 'El IBAN es de otro', points: -40 })
  return { parts, hasParty: hasIban || hasName, isContradicted }
}

function amountPart(
  line: LineFacts,
  { amountMinor, knownFeeMinor, foreign }: Candidate,
  toleranceMinor: number
): ScorePart | null {
  const difference = line.amountMinor - amountMinor
  if (foreign) {
    const isNear = isNearWorth(line.amountMinor, amountMinor)
    return isNear ? { label: `Importe al cambio del día (±${nearPercent} %)`, points: 20 } : null
  }
  if (difference === 0) return { label: 'Importe exacto', points: 40 }
  if (knownFeeMinor !== null && difference === -knownFeeMinor)
    return { label: 'Importe menos la comisión', points: 30 }
  if (Math.abs(difference) > toleranceMinor) return null
  return { label: `Diferencia de ${formatAmount(Math.abs(difference), line.currency)}`, points: 20 }
}

/** What an item in another currency is worth on the day is about what the bank moved: its own rate is a little worse. */
export function isNearWorth(lineMinor: number, worthMinor: number): boolean {
  return Math.abs(lineMinor - worthMinor) * 100 <= Math.abs(lineMinor) * nearPercent
}

function documentPart({ documentNumbers }: Candidate, text: LineText): ScorePart | null {
  const found = documentNumbers.find(text.hasNumber)
  return found === undefined ? null : { label: `Documento ${found}`, points: 25 }
}

/** Nearness of the dates, in either direction. */
export function datePart(
  { bookedOn }: Pick<LineFacts, 'bookedOn'>,
  { dueOn }: Pick<Candidate, 'dueOn'>
): ScorePart | null {
  const days = Math.abs(daysBetween(bookedOn, dueOn))
  if (days === 0) return { label: 'Misma fecha', points: 10 }
  const label = days === 1 ? 'A 1 día' : `A ${days} días`
  if (days <= 3) return { label, points: 7 }
  if (days <= 7) return { label, points: 4 }
  return days <= 30 ? { label, points: 1 } : null
}

function learnedPart(
  { party }: Candidate,
  { learned }: ScoreContext,
  { skeleton }: LineText
): ScorePart | null {
  if (party === null || skeleton === '') return null
  const times = learned.get(skeleton)?.get(party) ?? 0
  return times >= learnedTimesMin ? { label: `Conciliado así ${times} veces`, points: 15 } : null
}
