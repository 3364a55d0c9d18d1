import type { Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { formatAmount, Money } from '#app/kernel/money/money'
import type { CalendarDate } from '#app/kernel/time/calendar_date'
import { listRates, missingRate, worthIn } from '#app/ledger/queries/fx_rates'
import type { LockedMatch } from '#app/reconciliation/actions/lock_line'
import type { ResolvedItem } from '#app/reconciliation/actions/resolve_items'

/** `movedMinor` is what the item takes of the movement, in minor units of the bank account's currency. */
export type TakenItem = ResolvedItem & { movedMinor: number }

/** A bank's rate is never that far from the published one: more is a wrong item or a wrong amount. */
const RATE_PERCENT_MAX = 10

/**
 * What each item takes of a movement: its own amount where both are in one currency; those in another share what the
 * others leave of the movement, by what they are worth on its day. Throws E_RATE where that is more than ten percent
 * away from the rate of the day, E_NO_RATE where the day has none.
 */
export async function takeFromMovement(
  { line, account }: LockedMatch,
  items: readonly ResolvedItem[],
  trx: Transaction
): Promise<TakenItem[]> {
  const isForeign = ({ currency }: ResolvedItem) => currency !== account.currency
  const foreign = items.filter(isForeign)
  if (foreign.length === 0) return items.map((item) => ({ ...item, movedMinor: item.amountMinor }))
  if (foreign.some(({ kind }) => kind !== 'open_item'))
    throw new DomainError('E_ITEM', 'Solo las partidas abiertas se concilian en otra divisa.')
  const worths = await worthOn(line.bookedOn, foreign, account, trx)
  const own = items.filter((item) => !isForeign(item)).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const left = line.amountMinor - own
  refuseFarRate(left, worths, account.currency)
  const shares = Money.of(left, account.currency).allocate(worths.map(Math.abs))
  const moved = new Map(foreign.map((item, index) => [item, shares[index]?.minor ?? 0]))
  return items.map((item) => ({ ...item, movedMinor: moved.get(item) ?? item.amountMinor }))
}

async function worthOn(
  day: CalendarDate,
  items: readonly ResolvedItem[],
  { currency: other, baseCurrency }: LockedMatch['account'],
  trx: Transaction
): Promise<number[]> {
  const rates = await listRates(day, trx)
  return items.map(({ amountMinor, currency }) => {
    const worth = baseCurrency === 'EUR' ? worthIn({ amountMinor, currency, other }, rates) : null
    if (worth !== null) return worth
    const missing = currency !== 'EUR' && !rates.has(currency) ? currency : other
    throw missingRate(missing, day)
  })
}

function refuseFarRate(leftMinor: number, worths: readonly number[], currency: string): void {
  const worthMinor = worths.reduce((sum, worth) => sum + worth, 0)
  const isOneSign = worths.every((worth) => Math.sign(worth) === Math.sign(leftMinor))
  const awayMinor = Math.abs(leftMinor - worthMinor)
  // Of a few cents a rounding alone may be more than a tenth.
  if (isOneSign && (awayMinor * 100 <= Math.abs(worthMinor) * RATE_PERCENT_MAX || awayMinor <= 1)) return
  const [left, worth] = [leftMinor, worthMinor].map((minor) => formatAmount(minor, currency))
  throw new DomainError(
    'E_RATE',
    `Las partidas en otra divisa valen ${worth} al cambio del día y quedan ${left} del movimiento: se apartan más de un ${RATE_PERCENT_MAX} %. Elija otro importe de la partida.`
  )
}
