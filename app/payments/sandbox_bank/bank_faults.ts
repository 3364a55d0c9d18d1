/** What the sandbox bank can do wrong (reliability R3), each on the first request for a transfer. */
export const FAULTS = [
  'none',
  'declined',
  'timeout_after_accepting',
  'lost_before_accepting',
  'error_500_after_accepting',
  'bad_gateway',
  'empty_body',
  'slow',
  'rate_limited',
  'notified_twice',
  'notified_out_of_order',
  'notified_before_answer',
  'needs_authorisation',
  'payee_mismatch',
  'late_rejection',
  'returned_after_payment',
] as const
export type Fault = (typeof FAULTS)[number]

/** Amounts that end in these cents bring a fault on themselves, so that it can be shown without any control. */
const BY_CENTS: Readonly<Record<number, Fault>> = {
  1: 'declined',
  2: 'timeout_after_accepting',
  3: 'rate_limited',
  4: 'returned_after_payment',
  5: 'needs_authorisation',
  6: 'notified_out_of_order',
  7: 'error_500_after_accepting',
  8: 'late_rejection',
  9: 'payee_mismatch',
}

export const faultByCents = ({ amount }: { amount: number }): Fault => BY_CENTS[amount % 100] ?? 'none'
