import { parseAmount } from '#app/kernel/money/amount_text'
import type { Line } from '../review/review_parts'

const scale = 10_000n

/** "1,25" and "1.25" as ten-thousandths; null for what is no figure of at most four decimals. */
function figure(text: string): bigint | null {
  const found = /^(-?)(\d{1,10})(?:[.,](\d{1,4}))?$/.exec(text.trim())
  if (!found) return null
  const value = BigInt(`${found[2]}${(found[3] ?? '').padEnd(4, '0')}`)
  return found[1] === '-' ? -value : value
}

/** Quantity times price less the discount, in cents, rounded half away from zero; null while one is no figure. */
export function computedBase(quantity: string, price: string, discount: string): number | null {
  const [many, each, less] = [
    figure(quantity),
    figure(price),
    figure(discount.trim() === '' ? '0' : discount),
  ]
  if (many === null || each === null || less === null || less < 0n || less > 100n * scale) return null
  // quantity, price and the share that is paid are ten-thousandths each; cents are hundredths.
  const product = many * each * (100n * scale - less)
  const divisor = scale * scale * scale
  const [size, sign] = product < 0n ? [-product, -1] : [product, 1]
  return sign * Number((size * 2n + divisor) / (divisor * 2n))
}

/** Whether what was printed and what is computed differ by more than the rounding of a cent. */
export function differsFrom(computed: number | null, base: string, currency: string): boolean {
  const minor = parseAmount(base, currency)
  return computed !== null && minor !== null && Math.abs(computed - minor) > 1
}

/** The price of a line as one would type it; from base and quantity where none was read. */
export function priceText(line: Line | null): string {
  if (!line) return ''
  const quantity = Number(line.quantity)
  const tenThousandths =
    line.unitPriceMinor4 ?? (quantity === 0 ? 0 : Math.round((line.base.minor * 100) / quantity))
  return plainDecimal((tenThousandths / 10_000).toFixed(4))
}

/** "2.5000" as one would type it: "2,5". */
export function plainDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '').replace('.', ',') : text
}
