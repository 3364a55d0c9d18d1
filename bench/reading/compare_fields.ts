/** Whether a value that was read is the expected one, by the rules of the acceptance scorer: the same texts and amounts, whatever their spelling. */

type Row = Record<string, unknown>

const strip = (text: unknown): string =>
  String(text)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toUpperCase()
const code = (text: unknown): string => strip(text).replaceAll(/[^A-Z0-9]/g, '')
const taxId = (text: unknown): string => code(text).replace(/^ES(?=[A-Z0-9]{9}$)/, '')
const number = (text: unknown): string =>
  strip(text)
    .replace(/^(N[.ºO°]*|NUM\.?|#)\s*/, '')
    .replaceAll(/\s+/g, '')
    .replaceAll(/^[#:.]+|[.:]+$/g, '')
const legalForm =
  /\b(S\.?\s?L\.?\s?U|S\.?\s?A\.?\s?U|S\.?\s?L|S\.?\s?A|S\.?\s?C\.?\s?P|C\.?\s?B|GMBH|B\.?\s?V|LTD|INC|SARL|SAS|AG)\b\.?/g
const name = (text: unknown): string =>
  strip(text)
    .replaceAll('&', ' Y ')
    .replaceAll(legalForm, ' ')
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** 1 when right, 0 when wrong; for the lines their F1. A value for what is not printed is wrong. */
export function compareField(field: string, want: unknown, got: unknown): number {
  if (field === 'reverseCharge') return Boolean(want) === Boolean(got) ? 1 : 0
  if (field === 'taxes') return taxKeys(want) === taxKeys(got) ? 1 : 0
  if (isBlank(want) || isBlank(got)) return isBlank(want) && isBlank(got) ? 1 : 0
  if (field === 'lines') return linesF1(want as Row[], got as Row[])
  return isSame(field, want, got) ? 1 : 0
}

function isSame(field: string, want: unknown, got: unknown): boolean {
  switch (field) {
    case 'providerTaxId':
    case 'customerTaxId':
      return taxId(want) === taxId(got)
    case 'providerIban':
      return code(want) === code(got)
    case 'invoiceNumber':
    case 'rectifiedInvoiceNumber':
      return number(want) === number(got)
    case 'providerName':
      return dice(name(want), name(got)) >= 0.85
    case 'withholding':
      return isSameWithholding(want as Row, got as Row)
    case 'documentType':
    case 'currency':
      return strip(want) === strip(got)
    default:
      return want === got
  }
}

function isSameWithholding(want: Row, got: Row): boolean {
  return (
    Number(want.rate) === Number(got.rate) && Math.abs(Number(want.amount)) === Math.abs(Number(got.amount))
  )
}

/** Rows of amount 0 say nothing: an invoice without tax may print one or none. */
function taxKeys(taxes: unknown): string {
  return ((taxes ?? []) as Row[])
    .filter((tax) => tax.amount !== 0)
    .map((tax) => [tax.type, Math.round(Number(tax.rate) * 100), tax.base, tax.amount].join('|'))
    .sort()
    .join(';')
}

function linesF1(want: Row[], got: Row[]): number {
  const left = [...got]
  let hits = 0
  for (const line of want) {
    const at = left.findIndex(
      (one) =>
        one.amount === line.amount &&
        (isBlank(line.quantity) || Math.abs(Number(one.quantity) - Number(line.quantity)) < 1e-6) &&
        dice(name(line.description ?? ''), name(one.description ?? '')) >= 0.7
    )
    if (at < 0) continue
    hits += 1
    left.splice(at, 1)
  }
  return (2 * hits) / (want.length + got.length)
}

/** Likeness of two texts from 0 to 1 by their pairs of letters. */
function dice(one: string, other: string): number {
  if (one === other) return 1
  const [pairs, others] = [bigrams(one), bigrams(other)]
  let [common, all] = [0, 0]
  for (const [pair, count] of pairs) {
    all += count
    common += Math.min(count, others.get(pair) ?? 0)
  }
  for (const count of others.values()) all += count
  return all === 0 ? 0 : (2 * common) / all
}

function bigrams(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (let at = 0; at < text.length - 1; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
