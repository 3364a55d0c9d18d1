import { areConfusable, containsOther, isOneEditApart } from '#app/invoices/audit/number_forms'

/** An invoice as far as it can be taken for another. Amounts in cents, days counted from any one day. */
export type Peer = {
  id: number
  providerId: number
  numberNorm: string
  totalMinor: number
  baseMinor: number
  day: number
  /** The day with day and month changed over; null where that is none. */
  swappedDay: number | null
  isCredit: boolean
  currency: string
}

/** The invoices of a supplier and of those of a similar name, in the orders in which candidates are looked for. */
type Family = {
  byTotal: Peer[]
  byNumber: Map<string, Peer[]>
  byBase: Map<number, Peer[]>
  byDay: Map<number, Peer[]>
}

const DAYS_APART_MAX = 120
const NEAR_DAYS = 3
/** Totals within a hundredth of the larger one. */
const NEAR_TOTAL_PART = 99

/**
 * Of many invoices of the same suppliers the pairs that can reach 60 points: the same that `find_fuzzy_copies` finds by
 * indexes, one invoice after the other, when it is asked about a few. `kin` names the suppliers of a similar name.
 */
export function likelyPairs(
  peers: readonly Peer[],
  asked: ReadonlySet<number>,
  kin: ReadonlyMap<number, readonly number[]>
): { a: number; b: number }[] {
  const byProvider = groupBy(peers, ({ providerId }) => providerId)
  const pairs: { a: number; b: number }[] = []
  for (const [providerId, own] of byProvider) {
    const wanted = own.filter(({ id, totalMinor }) => totalMinor !== 0 && asked.has(id))
    if (wanted.length === 0) continue
    const relatives = (kin.get(providerId) ?? []).flatMap((id) => byProvider.get(id) ?? [])
    const family = familyOf(relatives.length === 0 ? own : [...own, ...relatives])
    for (const one of wanted) for (const b of copiesIn(family, one)) pairs.push({ a: one.id, b })
  }
  return pairs
}

function familyOf(members: Peer[]): Family {
  return {
    byTotal: members.toSorted((a, b) => a.totalMinor - b.totalMinor),
    byNumber: groupBy(
      members.filter(({ numberNorm }) => numberNorm !== ''),
      ({ numberNorm }) => numberNorm
    ),
    byBase: groupBy(members, ({ baseMinor }) => baseMinor),
    byDay: groupBy(members, ({ day }) => day),
  }
}

function copiesIn({ byTotal, byNumber, byBase, byDay }: Family, one: Peer): Set<number> {
  const found = new Set<number>()
  const take = (other: Peer) => {
    if (isLive(one, other)) found.add(other.id)
  }
  const takeNear = (other: Peer) => {
    if (isLive(one, other) && isNearNumber(one.numberNorm, other.numberNorm)) found.add(other.id)
  }
  const { totalMinor, day, swappedDay } = one
  const near = Math.ceil(Math.abs(totalMinor) / NEAR_TOTAL_PART) + 1
  for (let at = firstFrom(byTotal, totalMinor - near); at < byTotal.length; at++) {
    const other = byTotal[at] as Peer
    if (other.totalMinor > totalMinor + near) break
    if (Math.abs(other.totalMinor - totalMinor) <= 1) take(other)
    else takeNear(other)
  }
  for (const other of byNumber.get(one.numberNorm) ?? []) take(other)
  for (const other of byBase.get(one.baseMinor) ?? []) takeNear(other)
  for (let on = day - NEAR_DAYS; on <= day + NEAR_DAYS; on++)
    for (const other of byDay.get(on) ?? []) takeNear(other)
  if (swappedDay !== null) for (const other of byDay.get(swappedDay) ?? []) takeNear(other)
  return found
}

const isLive = (one: Peer, other: Peer) =>
  Math.abs(one.day - other.day) <= DAYS_APART_MAX &&
  one.id !== other.id &&
  one.isCredit === other.isCredit &&
  one.currency === other.currency

/** Numbers that give points at all. */
const isNearNumber = (a: string, b: string) =>
  a !== '' && b !== '' && (a === b || isOneEditApart(a, b) || areConfusable(a, b) || containsOther(a, b))

/** The place of the first total that is not below. */
function firstFrom(byTotal: readonly Peer[], minor: number): number {
  let [low, high] = [0, byTotal.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((byTotal[middle] as Peer).totalMinor < minor) low = middle + 1
    else high = middle
  }
  return low
}

function groupBy<Key>(peers: readonly Peer[], keyOf: (peer: Peer) => Key): Map<Key, Peer[]> {
  const groups = new Map<Key, Peer[]>()
  for (const peer of peers) {
    const known = groups.get(keyOf(peer))
    if (known) known.push(peer)
    else groups.set(keyOf(peer), [peer])
  }
  return groups
}
