/** SQL: whether a quote that is on record (`q`) offers what is `excluded` under the same key. One never becomes another. */
export const IS_SAME_QUOTE = `(q.source_minor, q.source_currency, q.target_minor, q.target_currency, q.rate, q.fee_minor)
  = (excluded.source_minor, excluded.source_currency, excluded.target_minor, excluded.target_currency, excluded.rate, excluded.fee_minor)`
