import type { AuditFacts } from '#app/invoices/audit/audit_facts'
import { type CalendarDate, formatDay } from '#app/kernel/calendar_date'
import { maskIban } from '#app/kernel/iban'
import { formatAmount, Money } from '#app/kernel/money'
import { isValidSpanishTaxId } from '#app/kernel/tax_id'

export type Severity = 'info' | 'warning' | 'high' | 'blocking'
export const SEVERITY_RANK: Record<Severity, number> = { info: 1, warning: 2, high: 3, blocking: 4 }

/** A finding: why, and what was compared. `fingerprint` says what makes it the same finding again. */
export type Finding = {
  code: string
  severity: Severity
  message: string
  fingerprint: string
  evidence: Record<string, unknown>
}

type Rule = (facts: AuditFacts) => Finding | null

const TOLERANCE_MINOR = 2
const money = (minor: number, { invoice }: AuditFacts) => formatAmount(minor, invoice.currency)

const finding = (
  code: string,
  severity: Severity,
  message: string,
  evidence: Record<string, unknown>
): Finding => ({
  code,
  severity,
  message,
  evidence,
  fingerprint: JSON.stringify(evidence),
})

/** The fast rules of area 06 §3: run on every change of an unpaid invoice. */
const RULES: Rule[] = [
  ({ duplicate, invoice }) =>
    duplicate &&
    finding(
      duplicate.siteId === invoice.siteId ? 'D1' : 'D4',
      'blocking',
      // What another company was billed is for those who work with it.
      duplicate.siteId === invoice.siteId
        ? `Ya existe la factura ${invoice.invoiceNumber} de este proveedor (${duplicate.reference}, ${formatDay(duplicate.issuedOn as CalendarDate)}, ${formatAmount(duplicate.totalMinor, duplicate.currency)}).`
        : `Ya existe la factura ${invoice.invoiceNumber} de este proveedor en otra empresa del grupo.`,
      { invoiceId: duplicate.id }
    ),
  ({ lookalike, invoice }) =>
    lookalike &&
    finding(
      'D3',
      'high',
      `Se parece a ${lookalike.siteId === invoice.siteId ? lookalike.reference : 'una factura de otra empresa del grupo'}: mismo proveedor, mismo importe y fecha cercana.`,
      { invoiceId: lookalike.id }
    ),
  (facts) => {
    const { invoice, lineSumMinor, lineCount } = facts
    if (lineCount === 0 || Math.abs(lineSumMinor - invoice.baseMinor) <= TOLERANCE_MINOR) return null
    return finding(
      'A1',
      'high',
      `Las líneas suman ${money(lineSumMinor, facts)} y la base es ${money(invoice.baseMinor, facts)}.`,
      { lines: lineSumMinor, base: invoice.baseMinor }
    )
  },
  (facts) => {
    if (facts.invoice.reverseCharge) return null
    const wrong = facts.taxGroups.find((group) => {
      const due = Money.of(group.baseMinor).percent(group.rateBasisPoints).minor
      return Math.abs(due - group.vatMinor) > Math.max(TOLERANCE_MINOR, group.lines)
    })
    return wrong
      ? finding(
          'A2',
          'high',
          `La cuota al ${wrong.rateBasisPoints / 100} % no corresponde a su base: ${money(wrong.vatMinor, facts)} sobre ${money(wrong.baseMinor, facts)}.`,
          { ...wrong }
        )
      : null
  },
  (facts) => {
    const { invoice } = facts
    const computed =
      invoice.baseMinor +
      invoice.vatMinor +
      invoice.surchargeMinor -
      invoice.withholdingMinor +
      invoice.suppliedMinor
    if (computed === invoice.totalMinor) return null
    return finding(
      'A3',
      'blocking',
      `El total no coincide: base + IVA − retención = ${money(computed, facts)}, indicado ${money(invoice.totalMinor, facts)}.`,
      { computed, total: invoice.totalMinor }
    )
  },
  (facts) => {
    const { provider, invoice } = facts
    if (
      !provider ||
      !['professional', 'landlord'].includes(provider.kind) ||
      invoice.withholdingMinor !== 0 ||
      invoice.docType === 'simplified'
    )
      return null
    return finding('A4', 'warning', 'El proveedor suele llevar retención y la factura no la tiene.', {
      kind: provider.kind,
    })
  },
  ({ read }) => {
    const taxId = read?.providerTaxId?.value
    if (!taxId || !/^[A-Z0-9]\d{7}[A-Z0-9]$/.test(taxId) || isValidSpanishTaxId(taxId)) return null
    return finding(
      'N1',
      'blocking',
      `El NIF del emisor (${taxId}) no es válido: la letra o dígito de control no coincide.`,
      { taxId }
    )
  },
  ({ read, provider }) => {
    const printed = read?.providerTaxId?.value
    if (!printed || !provider?.taxId || printed.toUpperCase() === provider.taxId.toUpperCase()) return null
    return finding('N2', 'high', `El NIF impreso (${printed}) no es el del proveedor (${provider.taxId}).`, {
      printed,
      provider: provider.taxId,
    })
  },
  ({ read, siteTaxId }) => {
    const printed = read?.customerTaxId?.value
    if (!printed || !siteTaxId || printed.toUpperCase() === siteTaxId.toUpperCase()) return null
    return finding(
      'N3',
      'high',
      `La factura va dirigida al NIF ${printed} y la empresa tiene el ${siteTaxId}: el IVA no sería deducible.`,
      { printed, site: siteTaxId }
    )
  },
  ({ provider, invoice }) =>
    provider?.isNew && Math.abs(invoice.totalMinor) > 300_000
      ? finding(
          'N4',
          'warning',
          'Proveedor dado de alta hace menos de 30 días con un importe superior a 3.000 €.',
          { provider: provider.legalName }
        )
      : null,
  ({ invoice, banks, provider }) => {
    const iban = invoice.ibanDetected
    if (!iban || !provider || banks.some((bank) => bank.iban === iban && bank.verification === 'verified'))
      return null
    const isUrgent = invoice.priority === 'urgent'
    const text = banks.some((bank) => bank.iban === iban)
      ? 'está sin verificar'
      : 'no es ninguno de los conocidos de este proveedor'
    return finding(
      isUrgent ? 'B5' : 'B1',
      'blocking',
      `El IBAN impreso ${maskIban(iban)} ${text}. Una segunda persona debe verificarlo antes de pagar.`,
      { iban: maskIban(iban) }
    )
  },
  ({ invoice, blacklisted }) =>
    invoice.ibanDetected && blacklisted
      ? finding(
          'B2',
          'blocking',
          `El IBAN ${maskIban(invoice.ibanDetected)} está en la lista negra. Motivo: ${blacklisted}.`,
          { iban: maskIban(invoice.ibanDetected) }
        )
      : null,
  ({ ibanOwner, invoice }) =>
    ibanOwner && invoice.ibanDetected
      ? finding('B3', 'blocking', `El IBAN impreso pertenece a ${ibanOwner}.`, { owner: ibanOwner })
      : null,
  ({ provider }) =>
    provider && (!provider.active || provider.status !== 'active')
      ? finding(
          'P1',
          provider.status === 'blocked' ? 'blocking' : 'warning',
          provider.status === 'blocked'
            ? 'El proveedor está bloqueado.'
            : 'El proveedor está inactivo o por validar.',
          { status: provider.status }
        )
      : null,
  ({ invoice, read, siteTaxId, deductingLines }) =>
    invoice.docType === 'simplified' &&
    deductingLines > 0 &&
    read?.customerTaxId?.value?.toUpperCase() !== siteTaxId?.toUpperCase()
      ? finding(
          'V3',
          'warning',
          'Es una factura simplificada sin el NIF de la empresa: su IVA no es deducible y hay líneas que lo deducen.',
          { lines: deductingLines }
        )
      : null,
  ({ unclassifiedLines }) =>
    unclassifiedLines > 0
      ? finding('P5', 'warning', `Faltan por clasificar ${unclassifiedLines} líneas.`, {
          lines: unclassifiedLines,
        })
      : null,
  ({ readerAlarms }) => {
    const [first] = readerAlarms
    return first ? finding('X1', 'high', first.message, { code: first.code }) : null
  },
]

/** All findings for these facts, in the order of the rules. */
export function findAlarms(facts: AuditFacts): Finding[] {
  return RULES.flatMap((rule) => rule(facts) ?? [])
}
