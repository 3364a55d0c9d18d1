import type { DocumentLayout } from '#app/reading/layout/layout_types'
import { compact, likeness } from '#app/reading/pages/text_forms'
import type { ReadInvoice, ReadingContext, SupplierHint } from '#app/reading/reading_types'

const knownConfidence = 0.99
const byIbanConfidence = 0.9
const byIdentityConfidence = 0.96
const nameLikenessMin = 0.55
/** Shorter texts stand on the invoices of too many. */
const identityLettersMin = 7

/**
 * Completes a reading with what is known of the supplier. The reading is never contradicted: another account stays as
 * printed and is for the alarms to tell.
 */
export function applySupplierHints(invoice: ReadInvoice, hint: SupplierHint | null): ReadInvoice {
  if (!hint) return invoice
  const { providerTaxId, providerName, providerIban } = invoice.fields
  const isPrintedId = hint.taxId !== null && providerTaxId.value === hint.taxId
  const isKnownIban = providerIban.value !== null && hint.ibans.includes(providerIban.value)
  const isAlike =
    !isPrintedId && !isKnownIban
      ? true
      : providerName.value === null ||
        likeness(simple(providerName.value), simple(hint.name)) >= nameLikenessMin
  const certainty = isKnownIban ? byIbanConfidence : byIdentityConfidence
  return {
    ...invoice,
    ...(hint.supplierId === undefined ? {} : { supplierId: hint.supplierId }),
    fields: {
      ...invoice.fields,
      providerTaxId: isPrintedId
        ? { ...providerTaxId, confidence: Math.max(providerTaxId.confidence, knownConfidence) }
        : {
            value: hint.taxId,
            confidence: certainty,
            method: isKnownIban ? 'known account' : 'learned',
            boxes: [],
          },
      providerName: isAlike
        ? { ...providerName, value: hint.name, confidence: knownConfidence, method: 'known supplier' }
        : providerName,
      providerIban: isKnownIban ? { ...providerIban, confidence: knownConfidence } : providerIban,
    },
  }
}

/**
 * The known supplier of an invoice: by its tax number, else by its account, else by a text that was learned to stand on
 * its invoices alone. A tax number that a known supplier has is never overruled.
 */
export function findSupplier(
  { fields }: ReadInvoice,
  layout: DocumentLayout,
  context: ReadingContext
): SupplierHint | null {
  const suppliers = context.suppliers ?? []
  const taxId = fields.providerTaxId.value
  const byTaxId = taxId === null ? undefined : suppliers.find((one) => one.taxId === taxId)
  if (byTaxId) return byTaxId
  const iban = fields.providerIban.value
  const byIban =
    iban === null || taxId !== null ? undefined : suppliers.find((one) => one.ibans.includes(iban))
  return byIban ?? byIdentity(suppliers, layout)
}

/** The only supplier of whom a learned text is printed; a text that several have (our own address) says nothing. */
function byIdentity(suppliers: SupplierHint[], layout: DocumentLayout): SupplierHint | null {
  const known = suppliers.filter((one) => (one.identities ?? []).length > 0)
  if (known.length === 0) return null
  const owners = Map.groupBy(
    known.flatMap((one) => (one.identities ?? []).map((identity) => ({ identity, one }))),
    ({ identity }) => identity
  )
  const printed = identitiesOf(layout)
  const found = known.filter((one) =>
    one.identities?.some((identity) => printed.has(identity) && owners.get(identity)?.length === 1)
  )
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Hosts that lend their name to everybody's mail. */
const mailHosts =
  /@(gmail|hotmail|outlook|yahoo|icloud|live|telefonica|movistar|ono|gmx|web|orange|free|libero)\./i

/** The texts of a document that may give its supplier away: mail addresses, domains, telephones. */
export function identitiesOf(layout: DocumentLayout): Set<string> {
  const found = new Set<string>()
  const add = (text: string) => {
    const plain = compact(text)
    if (plain.length >= identityLettersMin) found.add(plain)
  }
  for (const line of layout.lines) {
    for (const { text } of line.words) {
      const mail = /[\w.+-]+@([\w-]+\.)+[a-z]{2,}/i.exec(text)?.[0]
      if (mail) {
        add(mail)
        if (!mailHosts.test(mail)) add(mail.split('@')[1] ?? '')
      }
      const site = /^(?:https?:\/\/)?www\.((?:[\w-]+\.)+[a-z]{2,})/i.exec(text)?.[1]
      if (site) add(site)
    }
    for (const [phone] of line.text.matchAll(/(?:\+\d{2}[ .]?)?\d{2,3}(?:[ .-]?\d{2,3}){2,4}/g)) {
      const digits = phone.replace(/\D/g, '').slice(-9)
      if (digits.length === 9 && /^[6-9]/.test(digits)) add(digits)
    }
  }
  return found
}

function simple(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}
