import { normalizeName, setSimilarity, trigrams } from '#app/kernel/text/similarity'
import { addDays, type CalendarDate } from '#app/kernel/time/calendar_date'

/** A movement as one source tells it: `key` is what it calls it. */
export type Telling = {
  key: string
  bookedOn: CalendarDate
  amountMinor: number
  balanceAfterMinor: number | null
  endToEndId: string | null
  counterpartyName: string | null
  counterpartyIban: string | null
  /** Everything that it says of it, folded. */
  normText: string
  /** What the bank calls it for good, whoever writes it down. */
  bankReference: string | null
}

/** The days that a source has told whole. */
export type Coverage = (day: CalendarDate) => boolean

export type Paired = {
  /** What the other source calls the same movement, by what this one calls it. */
  same: ReadonlyMap<string, string>
  /** Movements that may be the same and are left as two, for a person to say. */
  doubtful: ReadonlyMap<string, string>
}

type Pair = { told: Telling; other: Telling; rank: number; distance: number; place: number }

/**
 * Which of the movements of one source another source has told already: those of one amount, on one day or beside each
 * other, each once. Their own numbers decide first, then what is said of them; of equal ones on a day as many are the same
 * as both tell, for texts of a bank's file and of its interface differ. On two days they are the same only when something
 * said agrees and both sources have told both days whole.
 */
export function pairTellings(
  told: readonly Telling[],
  others: readonly Telling[],
  covered: { told: Coverage; others: Coverage }
): Paired {
  const byDay = Map.groupBy(others, ({ bookedOn, amountMinor }) => `${bookedOn}|${amountMinor}`)
  const pairs: Pair[] = []
  const near: Pair[] = []
  for (const [place, one] of told.entries())
    for (const distance of [0, -1, 1])
      for (const other of byDay.get(`${addDays(one.bookedOn, distance)}|${one.amountMinor}`) ?? []) {
        const rank = rankOf(one, other, distance)
        if (rank === null) continue
        const pair = { told: one, other, rank, distance: Math.abs(distance), place }
        if (isSame(pair, covered)) pairs.push(pair)
        else near.push(pair)
      }
  const byRank = (a: Pair, b: Pair) => b.rank - a.rank || a.distance - b.distance || a.place - b.place
  const taken = new Set<string>()
  const same = takeOnce(pairs.toSorted(byRank), taken)
  const left = near.filter((pair) => !same.has(pair.told.key))
  return { same, doubtful: takeOnce(left.toSorted(byRank), taken) }
}

/** On one day, or by a number of their own; beside it by what is said, where both told both days whole. */
const isSame = (
  { told, other, rank, distance }: Pair,
  covered: { told: Coverage; others: Coverage }
): boolean =>
  distance === 0 ||
  rank >= RANKS.endToEnd ||
  (rank === RANKS.besides &&
    [told.bookedOn, other.bookedOn].every((day) => covered.told(day) && covered.others(day)))

function takeOnce(pairs: readonly Pair[], taken: Set<string>): Map<string, string> {
  const found = new Map<string, string>()
  for (const { told, other } of pairs) {
    if (found.has(told.key) || taken.has(other.key)) continue
    found.set(told.key, other.key)
    taken.add(other.key)
  }
  return found
}

const RANKS = { reference: 6, endToEnd: 5, balance: 4, text: 3, silent: 2, besides: 1, strange: 0 } as const

/** How sure it is that two tellings are one movement; null when they are certainly not. */
function rankOf(one: Telling, other: Telling, distance: number): number | null {
  if (one.bankReference !== null && one.bankReference === other.bankReference) return RANKS.reference
  const ids = [realId(one.endToEndId), realId(other.endToEndId)]
  if (ids[0] !== null && ids[0] === ids[1]) return RANKS.endToEnd
  if (differ(ids[0], ids[1]) || differ(one.counterpartyIban, other.counterpartyIban)) return null
  const agrees = hasEvidence(one, other)
  if (distance !== 0) return agrees ? RANKS.besides : RANKS.strange
  if (one.balanceAfterMinor !== null && one.balanceAfterMinor === other.balanceAfterMinor)
    return RANKS.balance
  if (agrees) return RANKS.text
  return one.counterpartyName && other.counterpartyName ? RANKS.strange : RANKS.silent
}

const NO_IDS: ReadonlySet<string> = new Set(['', 'NOTPROVIDED', 'NOT PROVIDED', 'NONREF'])
const realId = (id: string | null): string | null => (id === null || NO_IDS.has(id.toUpperCase()) ? null : id)
const differ = (one: string | null | undefined, other: string | null | undefined): boolean =>
  !!one && !!other && one !== other

const ALIKE = 0.4
const WORD_LENGTH_MIN = 4
/** Words that banks write on movements of everybody. */
const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'transferencia transfer transf recibida emitida favor pago pagos payment cobro abono cargo recibo adeudo compra tarjeta card ' +
    'comision comisiones fee sepa factura facturas invoice concepto cuenta bank banco inmediata orden nomina ingreso devolucion'
  ).split(' ')
)

/** Whether something that both say of it agrees: the account or the name of the other side, or an uncommon word. */
function hasEvidence(one: Telling, other: Telling): boolean {
  if (one.counterpartyIban !== null && one.counterpartyIban === other.counterpartyIban) return true
  if (one.counterpartyName && other.counterpartyName) {
    const [name, theirs] = [normalizeName(one.counterpartyName), normalizeName(other.counterpartyName)]
    if (name === theirs || setSimilarity(trigrams(name), trigrams(theirs)) >= ALIKE) return true
  }
  const words = uncommonWords(other.normText)
  return [...uncommonWords(one.normText)].some((word) => words.has(word))
}

const uncommonWords = (text: string): Set<string> =>
  new Set(text.split(' ').filter((word) => word.length >= WORD_LENGTH_MIN && !COMMON_WORDS.has(word)))
