/** A fraction that is always in its lowest terms: slow, and right. */
export class Fraction {
  private constructor(
    readonly top: bigint,
    readonly bottom: bigint
  ) {}

  static of(top: bigint | number, bottom: bigint | number = 1n): Fraction {
    const [t, b] = [BigInt(top), BigInt(bottom)]
    const sign = b < 0n ? -1n : 1n
    const divisor = Fraction.divisor(t < 0n ? -t : t, b < 0n ? -b : b)
    return new Fraction((sign * t) / divisor, (sign * b) / divisor)
  }

  static decimal(text: string): Fraction {
    const [whole = '0', decimals = ''] = text.split('.')
    return Fraction.of(BigInt(whole + decimals), BigInt(`1${'0'.repeat(decimals.length)}`))
  }

  plus(other: Fraction): Fraction {
    return Fraction.of(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom)
  }

  times(other: Fraction): Fraction {
    return Fraction.of(this.top * other.top, this.bottom * other.bottom)
  }

  over(other: Fraction): Fraction {
    return Fraction.of(this.top * other.bottom, this.bottom * other.top)
  }

  /** The nearest whole number: the one below or above that is not further than a half. */
  rounded(): number {
    const isNegative = this.top < 0n
    const top = isNegative ? -this.top : this.top
    const whole = (2n * top + this.bottom) / (2n * this.bottom)
    return Number(isNegative ? -whole : whole)
  }

  private static divisor(a: bigint, b: bigint): bigint {
    return b === 0n ? a : Fraction.divisor(b, a % b)
  }
}
