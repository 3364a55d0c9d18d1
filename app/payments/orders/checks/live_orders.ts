/** States in which an order still takes from its document; what is paid has already lowered what is outstanding. */
export const LIVE = `('draft', 'buffered', 'approved', 'sent')`

/** SQL of what live orders will still take from an invoice, in cents. `invoiceId` is the column of its key. */
export const liveOrdersOf = (invoiceId: string) =>
  `(select coalesce(sum(live.amount_minor), 0)::bigint from payment_orders live where live.source_type = 'invoice' and live.source_id = ${invoiceId} and live.status in ${LIVE})`
