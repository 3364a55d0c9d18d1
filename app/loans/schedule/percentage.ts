/** An exact fraction; `bottom` is above zero. */
export type Ratio = { top: bigint; bottom: bigint }

/**
 * A percentage written as decimal text ("4.500000" is 4,5 %) as an exact fraction of one, in its lowest terms.
 * RangeError when the text is not a decimal number.
 */
export function percentage(text: string): Ratio {
  const parts = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text.trim())
  if (!parts) throw new RangeError(`«${text}» is not a decimal percentage`)
  const [, sign = '', whole = '', decimals = ''] = parts
  const top = BigInt(`${sign}${whole}${decimals}`)
  return lowest(top, 100n * 10n ** BigInt(decimals.length))
}

/** The product of a fraction and `top / bottom`. */
export function times(ratio: Ratio, top: bigint, bottom: bigint): Ratio {
  return { top: ratio.top * top, bottom: ratio.bottom * bottom }
}

function lowest(top: bigint, bottom: bigint): Ratio {
  const divisor = greatestCommonDivisor(top < 0n ? -top : top, bottom)
  return { top: top / divisor, bottom: bottom / divisor }
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a
}
