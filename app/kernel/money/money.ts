import type { Currency } from '#app/kernel/money/currency'
import { divideRounded, type Rounding } from '#app/kernel/money/rational'
import { shareOut } from '#app/kernel/money/share_out'

export { decimalText, formatAmount, parseAmount } from '#app/kernel/money/amount_text'
export { type Currency, currencyExponent } from '#app/kernel/money/currency'
export type { Rounding } from '#app/kernel/money/rational'

/** What a page or a JSON column keeps of an amount. */
export type MoneyJson = { minor: number; currency: Currency }

/**
 * An immutable amount: a safe integer of minor units (cents) with its ISO 4217 currency.
 * Mixing currencies throws TypeError and leaving the safe integers throws RangeError: both are bugs, not input errors.
 */
export class Money {
  private constructor(
    readonly minor: number,
    readonly currency: Currency
  ) {}

  /** An amount of minor units; RangeError unless it is a safe integer. */
  static of(minor: number, currency: Currency = 'EUR'): Money {
    if (!Number.isSafeInteger(minor)) throw new RangeError(`An amount must be a safe integer, not ${minor}`)
    if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`«${currency}» is not an ISO 4217 currency`)
    return new Money(minor === 0 ? 0 : minor, currency)
  }

  static zero(currency: Currency = 'EUR'): Money {
    return Money.of(0, currency)
  }

  /** The total. Of nothing it is zero in `currency` (EUR unless told); all amounts must share one currency. */
  static sum(amounts: readonly Money[], currency: Currency = amounts[0]?.currency ?? 'EUR'): Money {
    return amounts.reduce((total, amount) => total.plus(amount), Money.zero(currency))
  }

  static fromJson(json: MoneyJson): Money {
    return Money.of(json.minor, json.currency)
  }

  plus(other: Money): Money {
    this.assertSameCurrency(other)
    return Money.of(this.minor + other.minor, this.currency)
  }

  minus(other: Money): Money {
    this.assertSameCurrency(other)
    return Money.of(this.minor - other.minor, this.currency)
  }

  negated(): Money {
    return Money.of(-this.minor, this.currency)
  }

  abs(): Money {
    return this.minor < 0 ? this.negated() : this
  }

  /** -1, 0 or 1, as a sort wants it. */
  compare(other: Money): -1 | 0 | 1 {
    this.assertSameCurrency(other)
    if (this.minor === other.minor) return 0
    return this.minor < other.minor ? -1 : 1
  }

  /** Same figure and same currency; amounts of two currencies are never equal. */
  equals(other: Money): boolean {
    return this.minor === other.minor && this.currency === other.currency
  }

  isZero(): boolean {
    return this.minor === 0
  }

  isPositive(): boolean {
    return this.minor > 0
  }

  isNegative(): boolean {
    return this.minor < 0
  }

  /** The amount times `numerator / denominator` (integers), exact before the one rounding named at the call. */
  timesRational(numerator: number | bigint, denominator: number | bigint, rounding: Rounding): Money {
    const product = BigInt(this.minor) * BigInt(numerator)
    return Money.of(Number(divideRounded(product, BigInt(denominator), rounding)), this.currency)
  }

  /** A percentage in basis points (2100 = 21 %), to the nearest minor unit, ties away from zero as the Tax Agency does. */
  percent(basisPoints: number, rounding: Rounding = 'half_away_from_zero'): Money {
    return this.timesRational(basisPoints, 10_000, rounding)
  }

  /**
   * The amount shared out over integer weights (none negative, not all zero) so that the parts always add up:
   * each gets its share rounded towards zero and the cents left go to the largest remainders, the earlier first.
   */
  allocate(weights: readonly number[]): Money[] {
    return shareOut(BigInt(this.minor), weights.map(wholeWeight)).map((minor) =>
      Money.of(Number(minor), this.currency)
    )
  }

  toJSON(): MoneyJson {
    return { minor: this.minor, currency: this.currency }
  }

  private assertSameCurrency(other: Money): void {
    if (this.currency !== other.currency) {
      throw new TypeError(`Cannot mix ${this.currency} with ${other.currency}`)
    }
  }
}

function wholeWeight(weight: number): bigint {
  if (!Number.isSafeInteger(weight)) throw new RangeError(`«${weight}» is not a weight`)
  return BigInt(weight)
}
