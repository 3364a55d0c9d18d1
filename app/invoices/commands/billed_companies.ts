import type { OwnCompany, ReadInvoice } from '#app/reading/reading_types'

/** Who is billed by so many is taken for a company of the group. */
const suppliersMin = 3
/** A company that also bills now and then was misread there; one that bills as often as it is billed is a supplier. */
const billedPerBilling = 3

/**
 * The companies that a stack of invoices is addressed to, by valid tax number: what reading knows of the group where nobody
 * told it. An invoice that prints two parties without saying who is who is then told by the others of the stack.
 */
export function billedCompanies(invoices: readonly ReadInvoice[]): OwnCompany[] {
  const billed = Map.groupBy(
    invoices.filter(({ checks }) => checks.customerTaxIdValid),
    ({ fields }) => fields.customerTaxId.value
  )
  const billing = Map.groupBy(invoices, ({ fields }) => fields.providerTaxId.value)
  return [...billed].flatMap(([taxId, own]) => {
    const isBilled =
      taxId !== null &&
      new Set(own.map(({ fields }) => fields.providerTaxId.value)).size >= suppliersMin &&
      own.length >= billedPerBilling * (billing.get(taxId)?.length ?? 0)
    return isBilled ? [{ taxId, name: mostUsualName(own), ibans: [] }] : []
  })
}

/** Whether knowing the group may change who is who: a company of it bills, or none of it is billed. */
export function mayMistakeParties({ fields }: ReadInvoice, group: readonly OwnCompany[]): boolean {
  const isOwn = (taxId: string | null) => group.some((company) => company.taxId === taxId)
  return isOwn(fields.providerTaxId.value) || !isOwn(fields.customerTaxId.value)
}

function mostUsualName(invoices: readonly ReadInvoice[]): string {
  const names = Map.groupBy(invoices, ({ fields }) => fields.customerName.value ?? '')
  const [[name] = ['']] = [...names]
    .filter(([text]) => text !== '')
    .toSorted((one, other) => other[1].length - one[1].length)
  return name
}
