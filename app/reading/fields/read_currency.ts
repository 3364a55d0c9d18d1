import type { ReadingMaterial } from '#app/reading/fields/reading_material'
import { indexOfWord } from '#app/reading/layout/word_runs'
import type { ReadField } from '#app/reading/reading_types'

const codes = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'HUF',
  'RON',
  'BGN',
  'INR',
  'JPY',
  'CAD',
  'AUD',
  'MXN',
  'MAD',
  'BRL',
  'TRY',
  'CNY',
  'NZD',
  'SGD',
  'HKD',
  'ZAR',
  'AED',
  'ILS',
  'KRW',
]
const symbols: [RegExp, string][] = [
  [/€|\beuros?\b/gi, 'EUR'],
  [/(?<![A-Z])CA?\$/g, 'CAD'],
  [/(?<![A-Z])AU?\$/g, 'AUD'],
  [/MX\$/g, 'MXN'],
  [/NZ\$/g, 'NZD'],
  [/(?<![A-Z])S\$/g, 'SGD'],
  [/HK\$/g, 'HKD'],
  [/R\$/g, 'BRL'],
  [/US\$|(?<![A-Z])\$\s?\d|\d\s?\$/g, 'USD'],
  [/£/g, 'GBP'],
  [/₹|\bRs\.?\s?-?\d/g, 'INR'],
  [/\bS?Fr\.\s?-?\d/g, 'CHF'],
  [/\d\s?zł/g, 'PLN'],
  [/\d\s?Kč/g, 'CZK'],
  [/\d\s?Ft\b/g, 'HUF'],
  [/¥/g, 'JPY'],
  [/₺/g, 'TRY'],
]
const labelledWeight = 50
const dollarCodes = ['CAD', 'AUD', 'MXN', 'NZD', 'SGD', 'HKD']

/** The ISO 4217 currency of the amounts: a stated one first, then the sign printed most often, EUR when none is. */
export function readCurrency(material: ReadingMaterial): ReadField<string> {
  const counts = new Map<string, number>()
  const add = (code: string, count: number) => counts.set(code, (counts.get(code) ?? 0) + count)
  const text = material.layout.lines.map((line) => line.text).join('\n')
  for (const code of codes) add(code, text.match(new RegExp(`\\b${code}\\b`, 'g'))?.length ?? 0)
  for (const [pattern, code] of symbols) add(code, text.match(pattern)?.length ?? 0)
  for (const label of material.labels) {
    if (!label.kinds.includes('currency')) continue
    const line = material.layout.lines[label.line]
    const behind = line?.words.slice(indexOfWord(line.words, label.words.at(-1)) + 1) ?? []
    const next = behind.find((word) => /[A-Z]/.test(word.text) && !/^B[TG]-\d/.test(word.text))
    if (next && codes.includes(next.text)) add(next.text, labelledWeight)
  }
  const dollars = dollarCodes.filter((code) => (counts.get(code) ?? 0) > 0)
  const [own] = dollars
  // "All amounts in AUD" says whose dollars the signs are.
  if (own && dollars.length === 1 && !/\bUSD\b|US\$/.test(text)) add(own, counts.get('USD') ?? 0)
  const [best, rival] = [...counts.entries()].toSorted((a, b) => b[1] - a[1])
  if (!best || best[1] === 0) return { value: 'EUR', confidence: 0.8, method: 'default', boxes: [] }
  return {
    value: best[0],
    confidence: (rival?.[1] ?? 0) * 2 > best[1] ? 0.85 : 0.99,
    method: 'symbol',
    boxes: [],
  }
}
