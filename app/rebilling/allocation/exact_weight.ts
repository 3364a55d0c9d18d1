/** Decimals that a percentage or a value of a key may have at most. */
const DECIMALS_MAX = 12

/** Decimals written as text ("33.3300", "40") as whole numbers over one power of ten, so that no share goes through a float. Throws RangeError. */
export function exactWeights(texts: readonly string[]): bigint[] {
  const parts = texts.map(split)
  const decimals = Math.max(0, ...parts.map(({ fraction }) => fraction.length))
  return parts.map(({ whole, fraction }) => BigInt(whole + fraction.padEnd(decimals, '0')))
}

function split(text: string): { whole: string; fraction: string } {
  const found = /^(\d{1,30})(?:\.(\d*))?$/.exec(text.trim())
  const fraction = (found?.[2] ?? '').replace(/0+$/, '')
  if (!found || fraction.length > DECIMALS_MAX) throw new RangeError(`«${text}» is not a weight`)
  return { whole: found[1] ?? '0', fraction }
}
