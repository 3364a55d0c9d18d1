import { directKind } from '#app/payments/kinds/direct/kind'
import { expenseNoteKind } from '#app/payments/kinds/expense_note/kind'
import { internalKind } from '#app/payments/kinds/internal/kind'
import { legalProcedureKind } from '#app/payments/kinds/legal_procedure/kind'
import { loanKind } from '#app/payments/kinds/loan/kind'
import type { PaymentKind } from '#app/payments/kinds/payment_kind'
import { payrollKind } from '#app/payments/kinds/payroll/kind'
import { provisionKind } from '#app/payments/kinds/provision/kind'
import { rebillingKind } from '#app/payments/kinds/rebilling/kind'
import { recurringKind } from '#app/payments/kinds/recurring/kind'
import { supplierKind } from '#app/payments/kinds/supplier/kind'

/** The kinds of payments of this area: a new one is a folder and a line here. */
export const ALL_KINDS: readonly PaymentKind[] = [
  supplierKind,
  provisionKind,
  payrollKind,
  recurringKind,
  legalProcedureKind,
  expenseNoteKind,
  internalKind,
  directKind,
  rebillingKind,
  loanKind,
]
