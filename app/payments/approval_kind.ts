import type { ApprovalKind } from '#app/sites/approval_kinds'

/** Whose approvals count for a kind of payment (area 28 §1). */
const APPROVALS: Readonly<Record<string, ApprovalKind>> = {
  supplier: 'payment_supplier',
  provision: 'payment_supplier',
  direct: 'payment_supplier',
  payroll: 'payment_payroll',
  legal_procedure: 'payment_legal',
  recurring: 'payment_recurrent',
  tax: 'payment_tax',
  internal: 'internal_transfer',
  expense_note: 'expense_note',
  loan: 'loan',
  rebilling: 'rebilling',
}

/** Throws for a kind that has no approvals: nothing is paid without. */
export function approvalKindOf(kind: string): ApprovalKind {
  const approvals = APPROVALS[kind]
  if (!approvals) throw new Error(`Nobody approves payments of kind ${kind}`)
  return approvals
}

/** The same in SQL, for a column that holds the kind of a payment. */
export const approvalKindSql = (column: string) =>
  `(case ${column} ${Object.entries(APPROVALS)
    .map(([kind, approvals]) => `when '${kind}' then '${approvals}'`)
    .join(' ')} end)`
