/**
 * SQL over an invoice `i` with `currency`, `fx_rate` (null in the currency of the books), `total_minor` and `rounding_minor`: what it is in
 * the currency of its company's books, at its own rate. What needs no rate asks no function, so that sums over many are quick.
 */

/** An amount of it; `column` is one of its columns. */
export const worthOf = (column: string): string =>
  `case when i.fx_rate is null then ${column} else worth_in_base(${column}, i.currency, i.fx_rate) end`

/** What the book owes of it: its total with the rounding of what is paid. */
const OWED = '(i.total_minor + i.rounding_minor)'

/** What is left of it, as the share of its total's worth that nothing has taken yet. */
export const worthLeft = (left = 'i.outstanding_minor'): string =>
  `case when i.fx_rate is null then ${left} else worth_left(${left}, ${OWED}, i.currency, i.fx_rate) end`

/** A part that was paid of it, as such a share: with what is left, it is worth the whole. */
export const worthPaid = (part: string): string =>
  `case when i.fx_rate is null then ${part} else worth_in_base(${OWED}, i.currency, i.fx_rate) - worth_left(${OWED} - ${part}, ${OWED}, i.currency, i.fx_rate) end`

/** The currency of all of these; rates are units for one euro, and none is needed in the currency of the books. */
export const WORTH_CURRENCY = `case when i.fx_rate is null then i.currency else 'EUR' end`

/** What is worth euros: all of a company that keeps its books in them. */
export const IN_EUROS = `(i.fx_rate is not null or i.currency = 'EUR')`
