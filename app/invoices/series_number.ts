const CHARACTERS_MAX = 60
const ENDS_APART = /[^\p{L}\p{N}]$/u

/**
 * The number of an invoice with its series, as it stands on the document: electronic invoices keep the series in a field of
 * its own, and 15 of the series A26 is another invoice than 15 of B26 (RD 1619/2012 art. 6.1.a). Null without a number. A
 * number that begins with its series already is left alone.
 */
export function seriesNumber(series: string | null, number: string | null): string | null {
  const [head, tail] = [series?.trim() ?? '', number?.trim() ?? '']
  if (tail === '') return null
  if (head === '' || beginsWith(partsOf(tail), partsOf(head))) return tail.slice(0, CHARACTERS_MAX)
  return `${head}${ENDS_APART.test(head) ? '' : '-'}${tail}`.slice(0, CHARACTERS_MAX)
}

/** Letters and figures apart, as `invoice_number_key` of the database parts them. */
const partsOf = (text: string): string[] =>
  (text.toUpperCase().match(/\p{L}+|\p{N}+/gu) ?? []).map((part) => part.replace(/^0+(?=\d)/, ''))

/** A number however it is written: «ADV-1» and «adv 01» are one, «A-15» and «A1-5» are not; as `invoice_number_key` of the database. */
export const numberKey = (number: string): string => partsOf(number).join('-') || number.trim().toUpperCase()

const beginsWith = (parts: string[], head: string[]): boolean =>
  head.length > 0 && parts.length > head.length && head.every((part, at) => parts[at] === part)
