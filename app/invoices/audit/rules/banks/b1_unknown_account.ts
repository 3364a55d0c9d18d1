import { isUnknownAccount, isUrgent, shownAccount } from '#app/invoices/audit/printed_account'
import { defineRule } from '#app/invoices/audit/rule'

export const unknownAccount = defineRule({
  code: 'B1',
  name: 'IBAN distinto del conocido',
  family: 'bank',
  severity: 'blocking',
  isLocked: true,
  explains: 'El IBAN impreso no está entre los verificados del proveedor.',
  params: {},
  decide(invoice, { context }) {
    if (!isUnknownAccount(invoice) || isUrgent(invoice, context)) return null
    return shownAccount(invoice, 'Una segunda persona debe verificarlo antes de pagar.')
  },
})
