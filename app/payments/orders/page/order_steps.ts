import type { TimelineEntry } from '#app/audit/list_events'

/**
 * Who says what became of a payment: a person, the bank's answer on a file that somebody imported, a movement of a statement, or
 * the bank itself over the network.
 */
export type Said = 'person' | 'answer' | 'statement' | 'bank'

type Step = { event: string; from: string | null; said: string | null }

/**
 * The name of an event of a payment as screens and proofs know it: what a person marked goes by another name than what a bank
 * says. Of what happened before this was kept nothing is claimed.
 */
export function stepName({ event, from, said }: Step): string {
  if (event === 'payment_order.acknowledged' && from === 'sent.queued') return 'payment_order.handed_over'
  if (event === 'payment_order.acknowledged' && from === 'sent.vop_pending_decision')
    return 'payment_order.payee_accepted'
  return said === null ? event : `${event}.${said}`
}

/** The timeline of a payment with those names beside. */
export function namedSteps(entries: readonly TimelineEntry[]): (TimelineEntry & { name: string })[] {
  return entries.map((entry) => {
    const { said, ...diff } = entry.diff ?? {}
    return {
      ...entry,
      name: stepName({ event: entry.event, from: entry.fromStatus, said: said ? String(said[1]) : null }),
      diff: entry.diff === null ? null : diff,
    }
  })
}
