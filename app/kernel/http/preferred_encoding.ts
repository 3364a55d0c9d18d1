/** How an answer may be packed, the best first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** The best way of packing that an Accept-Encoding header allows (RFC 9110 §12.5.3); null for none. */
export function preferredEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = ENCODINGS
): Encoding | null {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    weights.set(name, given === undefined ? 1 : Number(given) || 0)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const [best] = offered
    .filter((encoding) => weightOf(encoding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
  return best ?? null
}
