import type { ReadDocumentType } from '#app/reading/reading_types'

/**
 * Kinds of document by UNTDID 1001, as EN 16931 divides them. A corrected invoice (384) is an invoice: whether it adds to the
 * debt or takes from it is what its amounts say. What is in none of the lists is no invoice (`other`).
 */
const codes: Partial<Record<ReadDocumentType, readonly string[]>> = {
  invoice: words(`
    80 82 84 130 202 203 204 211 218 219 295 326 331 380 382 383 384 385 386 387 388 389 390 393 394 395 456 457
    471 472 473 500 501 527 575 623 633 751 780 870 875 876 877 935`),
  credit_note: words('81 83 261 262 296 308 381 396 420 458 502 503 532'),
  proforma: words('325'),
  quote: words('310 311 312 313 314'),
  order: words('105 215 220 221 222 223 224 225 226 227 228 229 230 231 232 233 237 258 320 348 350 402'),
  delivery_note: words('270 271 351 632 640 726'),
  /** 71: a request to pay invoices that are past due. */
  reminder: words('71 72 78'),
  statement_of_account: words('70 493'),
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** The kind that a type code names; an invoice where there is none or it is no code of that list. */
export function kindOfCode(code: string | null): ReadDocumentType {
  const plain = (code ?? '').trim().replace(/^0+/, '')
  if (!/^\d{1,3}$/.test(plain)) return 'invoice'
  for (const [kind, known] of Object.entries(codes))
    if (known.includes(plain)) return kind as ReadDocumentType
  return 'other'
}

/** An invoice that takes from the debt is a credit note by its sign (EN 16931 allows negative invoices). */
export function kindBySign(kind: ReadDocumentType, totalMinor: number | null): ReadDocumentType {
  const isDebt = kind === 'invoice' || kind === 'simplified'
  return isDebt && totalMinor !== null && totalMinor < 0 ? 'credit_note' : kind
}
