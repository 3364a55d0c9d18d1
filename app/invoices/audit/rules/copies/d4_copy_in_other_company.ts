import type { InvoiceFacts } from '#app/invoices/audit/invoice_facts'
import { type ExactCopy, findExactCopies } from '#app/invoices/audit/questions/find_exact_copies'
import { findFuzzyCopies } from '#app/invoices/audit/questions/find_fuzzy_copies'
import { defineRule, type Finding } from '#app/invoices/audit/rule'
import { value } from '#app/invoices/audit/wording'
import { normalizeTaxId } from '#app/kernel/identifiers/tax_id'

export const copyInOtherCompany = defineRule({
  code: 'D4',
  name: 'Misma factura en dos empresas',
  family: 'duplicates',
  severity: 'high',
  explains:
    'Mismo número que una factura de otra empresa del grupo: bloquea si las dos están dirigidas al mismo NIF. Lo que solo se parece se indica.',
  params: {
    points: { kind: 'number', label: 'Puntos para probable', unit: 'points', min: 61, max: 100, default: 75 },
  },
  asks: { exact: findExactCopies, fuzzy: findFuzzyCopies },
  concerns: ({ providerId }) => providerId !== null,
  decide(invoice, { params, told }) {
    const { siteId: own } = invoice
    const isElsewhere = ({ siteId }: { siteId: number | null }) =>
      own !== null && siteId !== null && siteId !== own
    const exact = told.exact?.find(
      (copy) => isElsewhere(copy) && !(copy.isStopped && isAddressed(invoice, copy))
    )
    if (exact) return sameNumber(invoice, exact)
    const likely = told.fuzzy?.find((copy) => isElsewhere(copy) && copy.score.points >= params.points)
    if (!likely) return null
    return {
      message: `Se parece a una factura de otra empresa del grupo: ${likely.score.points} puntos.`,
      key: String(likely.id),
      // Number and customer tell invoices apart, not the look: the same fee under the next number is another one.
      severity: 'info',
      score: Math.min(100, likely.score.points),
      evidence: {
        invoiceIds: [likely.id],
        values: likely.score.parts.map(({ label, points }) => value(label, String(points))),
        threshold: `${params.points} puntos`,
      },
    }
  },
})

/** Where both print one customer, the invoice that stands in another company is the wrong one, though it came first. */
function isAddressed({ readCustomerTaxId, siteTaxId }: InvoiceFacts, { customerTaxId }: ExactCopy): boolean {
  if (!readCustomerTaxId || !customerTaxId || !siteTaxId) return true
  const [printed, other, own] = [readCustomerTaxId, customerTaxId, siteTaxId].map(normalizeTaxId)
  return printed !== other || printed === own
}

/**
 * An issuer gives a number once. Printed for one customer and kept in two companies it is a copy in the wrong one; printed
 * for each of them it is the supplier who numbered twice; where a document does not say, somebody has to look.
 */
function sameNumber(
  { invoiceNumber, readCustomerTaxId }: Pick<InvoiceFacts, 'invoiceNumber' | 'readCustomerTaxId'>,
  { id, customerTaxId }: ExactCopy
): Finding {
  const isPrinted = readCustomerTaxId !== null && customerTaxId !== null
  const isOneCustomer = isPrinted && normalizeTaxId(readCustomerTaxId) === normalizeTaxId(customerTaxId)
  return {
    message: `Ya existe la factura ${invoiceNumber} de este proveedor en otra empresa del grupo${isOneCustomer ? ', dirigida al mismo NIF: una de las dos sobra' : ''}.`,
    // Graver than what somebody may have let pass before the customer was known.
    key: isOneCustomer ? `${id}:customer` : String(id),
    severity: isOneCustomer ? 'blocking' : isPrinted ? 'warning' : 'high',
    evidence: {
      invoiceIds: [id],
      values: [
        value('Número', invoiceNumber ?? ''),
        ...(isPrinted ? [value('NIF impreso', readCustomerTaxId)] : []),
      ],
    },
  }
}
