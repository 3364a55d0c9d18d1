import { oneRow, rows } from '#app/kernel/database/sql'
import { checkInvariants } from '#app/ledger/queries/check_invariants'
import type { Connected } from './connect_bank.js'
import type { Leave } from './faults.js'
import type { HeldTransfer, Whereabouts } from './played_bank.js'

export type Audit = {
  orders: number
  /** Those that the bank has or had, each counted once. */
  atBank: number
  twice: number
  /** Sent and not at the bank. */
  lost: number
  /** Where the bank and the books say different things of a payment. */
  contradictions: number
  /** Without a decided state, and without one that says why. */
  nameless: number
  postedWrong: number
  /** Cents by which the statement differs from the balance of the bank. */
  differenceMinor: number
  /** Charges of a payment on the statement that are not there once, and movements without a line. */
  movementsWrong: number
  violations: number
  states: Record<string, number>
}

type Found = {
  number: string
  state: string
  amountMinor: number
  hold: string | null
  reason: string | null
  sent: number
  settled: number
  live: number
  charges: number
}

/** Where a payment may be by what the bank has of it. */
const MATCHING: Readonly<Record<Whereabouts | 'none', readonly string[]>> = {
  none: ['approved'],
  waiting: ['sent.awaiting_authorisation'],
  under_way: ['sent.processing'],
  gone: ['paid', 'reconciled'],
  back: ['returned'],
  refused: ['failed', 'cancelled'],
}
/** How often it may be charged on the statement: what is refused after it was charged comes back by another line. */
const CHARGES: Readonly<Record<Whereabouts | 'none', readonly number[]>> = {
  none: [0],
  waiting: [0],
  under_way: [0, 1],
  gone: [1],
  back: [1],
  refused: [0, 1],
}
/** States in which nobody knows yet; at the end of a rehearsal there is none. */
const UNDECIDED = ['sent.queued', 'sent.submitting', 'sent.unknown']

/** Compares order by order what the bank has with what the books and the statement say. */
export async function auditBank(
  connected: Connected,
  { orderIds, mayStay }: { orderIds: number[]; mayStay: readonly Leave[] }
): Promise<Audit> {
  const found = await rows<Found>(ORDERS, { orderIds, accountId: connected.accountId })
  const held = Map.groupBy(connected.bank.transfers(), ({ number }) => number)
  const result: Audit = {
    orders: found.length,
    atBank: 0,
    twice: 0,
    lost: 0,
    contradictions: 0,
    nameless: 0,
    postedWrong: 0,
    movementsWrong: await unlinedMovements(connected),
    differenceMinor: await difference(connected),
    violations: (await checkInvariants()).reduce((sum, { violations }) => sum + violations, 0),
    states: {},
  }
  for (const order of found) judge(order, held.get(order.number) ?? [], mayStay, result)
  return result
}

function judge(order: Found, held: readonly HeldTransfer[], mayStay: readonly Leave[], result: Audit): void {
  const { state, hold, sent, live, charges, reason } = order
  const told = hold === null ? state : `${state} (${hold})`
  result.states[told] = (result.states[told] ?? 0) + 1
  const [first] = held
  const at = first?.at ?? 'none'
  if (first) result.atBank++
  if (held.length > 1) result.twice++
  if (!first && (sent > 0 || state.startsWith('sent.'))) result.lost++
  const stays = state === 'sent.unknown' && mayStay.includes('unknown')
  if (!stays && !MATCHING[at].includes(state)) result.contradictions++
  if (stays ? reason === null : live > 0 || UNDECIDED.includes(state)) result.nameless++
  if (state === 'approved' && hold === null) result.nameless++
  if (isPostedWrong(order)) result.postedWrong++
  if (!CHARGES[at].includes(charges)) result.movementsWrong++
}

function isPostedWrong({ state, sent, settled }: Found): boolean {
  if (sent > 1 || settled > 1) return true
  switch (state) {
    case 'paid':
    case 'reconciled':
    case 'returned':
      return sent !== 1 || settled !== 1
    case 'approved':
    case 'sent.awaiting_authorisation':
    case 'sent.unknown':
      return sent + settled > 0
    default:
      return settled > 0
  }
}

export const wrongOf = (audit: Audit): number =>
  audit.twice +
  audit.lost +
  audit.contradictions +
  audit.nameless +
  audit.postedWrong +
  audit.movementsWrong +
  Math.abs(audit.differenceMinor) +
  audit.violations

export const statesText = ({ states }: Pick<Audit, 'states'>): string =>
  Object.entries(states)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([state, count]) => `${state} ${count}`)
    .join(', ')

const entries = (kind: string) =>
  `(select count(*)::int from journal_entries e where e.source_type = 'payment_order' and e.source_id = o.id and e.kind = '${kind}')`

const ORDERS = `
  select o.number, o.status || coalesce('.' || o.sub_status, '') as state, o.amount_minor, o.hold_reason as hold,
    ${entries('payment.sent')} as sent, ${entries('payment.settled')} as settled,
    (select count(*)::int from payment_attempts a where a.order_id = o.id and a.status in ('planned', 'in_flight', 'unknown')) as live,
    (select a.error from payment_attempts a where a.order_id = o.id and a.status = 'unknown') as reason,
    (select count(*)::int from bank_statement_lines l join provider_transactions t on t.bank_statement_line_id = l.id
      where l.bank_account_id = :accountId and t.order_number = o.number and t.type = 'transfer' and l.amount_minor < 0) as charges
   from payment_orders o where o.id = any(:orderIds::bigint[]) order by o.id`

/** What the statement adds up to against what the bank has, and what the product itself found to differ. */
async function difference({ bank, accountId, providerAccountId }: Connected): Promise<number> {
  const { linesMinor, mismatchMinor } = await oneRow<{ linesMinor: number; mismatchMinor: number }>(
    `select coalesce((select sum(amount_minor) from bank_statement_lines where bank_account_id = :accountId), 0)::bigint as lines_minor,
        (select coalesce(mismatch_minor, 0) from provider_accounts where id = :providerAccountId) as mismatch_minor`,
    { accountId, providerAccountId }
  )
  const difference = bank.balanceMinor() - bank.openingMinor - linesMinor
  return difference === 0 ? mismatchMinor : difference
}

/** Booked movements without a line, or lines that two of them share. */
async function unlinedMovements({ providerAccountId }: Connected): Promise<number> {
  const { n } = await oneRow<{ n: number }>(
    `select (count(*) - count(distinct bank_statement_line_id))::int as n from provider_transactions where provider_account_id = :providerAccountId and status = 'booked'`,
    { providerAccountId }
  )
  return n
}
