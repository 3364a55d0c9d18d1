/** SQL: the states of an invoice that may still be booked. */
export const UNBOOKED = `('received', 'analysing', 'analysis_failed', 'pending_review', 'pending_approval', 'approved')`
