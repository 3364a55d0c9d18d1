import { isUnknownAccount, isUrgent, shownAccount } from '#app/invoices/audit/printed_account'
import { defineRule } from '#app/invoices/audit/rule'

export const hurriedChange = defineRule({
  code: 'B5',
  name: 'Cambio de IBAN y urgencia',
  family: 'bank',
  severity: 'blocking',
  explains: 'Un IBAN sin verificar en una factura urgente o que vence a los pocos días de llegar.',
  params: { days: { kind: 'number', label: 'Vence en', unit: 'days', min: 0, max: 30, default: 3 } },
  decide(invoice, { context }) {
    if (!isUnknownAccount(invoice) || !isUrgent(invoice, context)) return null
    return shownAccount(
      invoice,
      'Además se pide pagar con prisa. Una segunda persona debe verificarlo antes de pagar.'
    )
  },
})
