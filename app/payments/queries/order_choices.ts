import { allowsAccount } from '#app/accounts/queries/account_scope'
import { rows } from '#app/kernel/sql'
import {
  type PaymentOrderStatus,
  paymentOrderWorkflow,
  SENT_LABELS,
  type SentSubStatus,
} from '#app/payments/workflows/payment_order_workflow'

type Choice = { value: string; label: string }

/** What the filters of a list of payments offer. */
export type OrderChoices = { states: Choice[]; accounts: Choice[] }

/** The states that a tab may be narrowed to; what is sent is told apart by its step. */
export const STATES_OF_TAB: Record<string, readonly PaymentOrderStatus[]> = {
  buffer: ['buffered', 'approved'],
  incident: ['draft', 'buffered', 'approved', 'sent', 'failed', 'returned'],
  history: ['paid', 'reconciled', 'failed', 'returned', 'cancelled'],
}

export const STEPS_OF_TAB: Record<string, readonly SentSubStatus[]> = {
  sent: ['queued', 'submitting', 'unknown', 'awaiting_authorisation', 'processing', 'vop_pending_decision'],
}

/** Those of one tab by name; none where all its payments stand in one state. */
export function stateChoices(tab: string): Choice[] {
  const steps = STEPS_OF_TAB[tab]
  if (steps) return steps.map((value) => ({ value, label: SENT_LABELS[value] }))
  return (STATES_OF_TAB[tab] ?? []).map((value) => ({ value, label: paymentOrderWorkflow.label(value) }))
}

/** Accounts of the companies in scope that somebody may see. */
export function accountChoices(siteIds: number[] | 'all', userId: number): Promise<Choice[]> {
  return rows<Choice>(
    `select b.id::text as value, s.code || ' · ' || b.name as label from bank_accounts b join sites s on s.id = b.site_id
      where (:all or b.site_id = any(:ids::bigint[])) and ${allowsAccount('view', 'b.id', ':userId')}
      order by s.code, b.name limit 500`,
    { all: siteIds === 'all', ids: siteIds === 'all' ? [] : siteIds, userId }
  )
}

const FOUND_MAX = 20

/** People whose role approves payments and whose name has the words. */
export function findApprovers(words: string): Promise<Choice[]> {
  return rows<Choice>(
    `select id::text as value, name as label from users
      where role in ('aprobador', 's1st3ma') and search_text like '%' || f_unaccent(lower(:words)) || '%'
      order by name collate "es-x-icu", id limit ${FOUND_MAX}`,
    { words: words.replace(/[\\%_]/g, '\\$&') }
  )
}
