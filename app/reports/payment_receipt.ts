import { formatDay } from '#app/kernel/calendar_date'
import { formatAmount } from '#app/kernel/money'
import { reportPdf } from '#app/kernel/pdf_report'
import type { HistoryPage } from '#app/reports/queries/history_page'

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
    ['Fecha de pago', formatDay(payment.paid_on)],
    ['Beneficiario', payment.payee],
    ['Cuenta del beneficiario', payment.iban ? `Acabada en ${payment.iban.slice(-4)}` : null],
    ['Concepto', payment.concept],
    ['Documento', payment.document?.label ?? null],
    ['Ordenante', `${payment.site_name} (NIF ${payment.site_tax_id})`],
    ['Cuenta de cargo', payment.account],
    ['Método', payment.method],
    ['Referencia', payment.reference],
    ['Orden de pago', order?.number ?? null],
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
    subtitle: payment.site_name,
    printed,
    logo,
  })
}
