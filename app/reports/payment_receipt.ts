import { reportPdf } from '#app/kernel/documents/pdf_report'
import { formatAmount } from '#app/kernel/money/money'
import { type CalendarDate, formatDay } from '#app/kernel/time/calendar_date'
import { ANSWER_PROOF } from '#app/payments/files/order_outcomes'
import type { HistoryPage } from '#app/reports/queries/history_page'

type Order = NonNullable<HistoryPage['order']>

/** Whose word it is that the money left: the receipt of what only a person marked says so. */
function confirmation(
  { reconciledOn, status }: HistoryPage['payment'],
  { channel, paidProof, paidBy }: Order
): string {
  if (reconciledOn) return `El extracto del banco, conciliado el ${formatDay(reconciledOn as CalendarDate)}`
  if (channel === 'api') return 'El banco, por la red'
  if (paidProof?.startsWith(ANSWER_PROOF)) return 'La respuesta del banco al fichero'
  if (paidProof) return `${paidBy ?? 'Una persona'} lo marcó como pagado; pendiente del extracto del banco`
  return status.label === 'Conciliado' ? 'El extracto del banco' : 'Pendiente del extracto del banco'
}

/**
 * The receipt of a payment as a PDF of one page: who paid whom, how much, when, from which account and for which
 * document. Of the payee's account only its end is printed. `logo` is the company's mark.
 */
export function paymentReceipt(
  { payment, order }: HistoryPage,
  { printed, logo }: { printed: string; logo: Uint8Array | null }
): Promise<Buffer> {
  const { amount } = payment
  const facts: [string, string | null][] = [
    ['Importe', amount ? formatAmount(amount.minor, amount.currency) : null],
    ['Fecha de pago', formatDay(payment.paidOn)],
    ['Beneficiario', payment.payee],
    ['Cuenta del beneficiario', payment.iban ? `Acabada en ${payment.iban.slice(-4)}` : null],
    ['Concepto', payment.concept],
    ['Documento', payment.document?.label ?? null],
    ['Ordenante', `${payment.siteName} (NIF ${payment.siteTaxId})`],
    ['Cuenta de cargo', payment.account],
    ['Método', payment.method],
    ['Referencia', payment.reference],
    ['Orden de pago', order?.number ?? null],
    ['Confirmado por', order ? confirmation(payment, order) : null],
  ]
  const table = {
    title: 'Datos del pago',
    columns: [
      { header: 'Dato', share: 1 },
      { header: 'Valor', share: 3 },
    ],
    rows: facts.filter(([, value]) => value !== null && value !== ''),
  }
  return reportPdf([table], {
    title: 'Justificante de pago',
    subtitle: payment.siteName,
    printed,
    logo,
  })
}
