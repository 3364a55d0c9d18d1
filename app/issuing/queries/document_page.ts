import { listEvents } from '#app/audit/list_events'
import type { Role } from '#app/identity/roles'
import { A, S } from '#app/identity/roles'
import { INVOICE_TYPES, RECTIFICATIONS, RECTIFYING_CAUSES, TREATMENTS } from '#app/issuing/issuing_labels'
import { sourceOf } from '#app/issuing/ports'
import { listRecords, type ShownRecord } from '#app/issuing/queries/list_records'
import { type IssuedDocument, type LinkedDocument, readDocument } from '#app/issuing/queries/read_document'
import type { AltaContent } from '#app/issuing/verifactu/record'
import { invoiceWorkflow } from '#app/issuing/workflows/invoice_workflow'
import { row } from '#app/kernel/database/sql'
import { optionsOf } from '#app/kernel/text/labels'
import { plainDecimal } from '#app/kernel/text/plain_decimal'

const euros = (minor: number) => ({ minor, currency: 'EUR' })

/** The page of an issued document: what is on it, where it stands with AEAT and what the reader may do. */
export async function documentPage(id: number, viewer: { role: Role }) {
  const [document, records, events] = await Promise.all([
    readDocument(id),
    listRecords(id),
    listEvents('issued_invoice', id),
  ])
  const can = await whatCan(document, records, viewer.role)
  return {
    document: shown(document),
    records,
    can,
    correction: can.correct ? await correctionForm(id) : null,
    causes: optionsOf(RECTIFYING_CAUSES),
    events,
  }
}

function shown(document: IssuedDocument) {
  const { invoiceType, rectification, treatment, status } = document
  const source = sourceOf(document.sourceType)
  return {
    id: document.id,
    number: document.number,
    kind: invoiceType === null ? TREATMENTS[treatment] : (INVOICE_TYPES[invoiceType] ?? invoiceType),
    isInvoice: treatment === 'invoice',
    rectification: rectification === null ? null : RECTIFICATIONS[rectification],
    issuedOn: document.issuedOn,
    operatedOn: document.operatedOn,
    dueOn: document.dueOn,
    issuer: { name: document.issuerName, taxId: document.issuerTaxId, address: document.issuerAddress },
    recipient: {
      name: document.recipientName,
      taxId: document.recipientTaxId,
      address: document.recipientAddress,
    },
    description: document.description,
    base: euros(document.baseMinor),
    vat: euros(document.vatMinor + document.surchargeMinor),
    total: euros(document.totalMinor),
    withholding:
      document.withholdingMinor === 0
        ? null
        : { name: document.withholdingName, amount: euros(document.withholdingMinor) },
    payable: euros(document.totalMinor - document.withholdingMinor),
    qrAddress: document.qrAddress,
    status: { label: invoiceWorkflow.label(status), tone: invoiceWorkflow.tone(status) },
    isAnnulled: status === 'annulled',
    annulReason: document.annulReason,
    lines: document.lines.map(({ baseMinor, ...line }) => ({ ...line, base: euros(baseMinor) })),
    taxes: document.taxes.map((tax) => ({
      position: tax.position,
      name: tax.name,
      key: [tax.regime, tax.qualification ?? tax.exemption].join(' · '),
      rateBasisPoints: tax.qualification === 'S1' ? tax.rateBasisPoints : null,
      base: euros(tax.baseMinor),
      vat: euros(tax.vatMinor + tax.surchargeMinor),
    })),
    rectifies: document.rectifies.map(linked),
    rectifiedBy: document.rectifiedBy.map(linked),
    source:
      source && document.sourceId !== null
        ? { label: source.label, href: source.href(document.sourceId) }
        : null,
  }
}

const linked = ({ status, ...document }: LinkedDocument) => ({
  ...document,
  isAnnulled: status === 'annulled',
})

/** What the reader may do now. An operation of a source is rectified where it is at home. */
async function whatCan(document: IssuedDocument, records: readonly ShownRecord[], role: Role) {
  const { status, treatment, sourceType, sourceId } = document
  const isLead = role === S || role === A
  const source = sourceOf(sourceType)
  const isRectified = document.rectifiedBy.some((one) => one.status === 'issued')
  const isOpen = records.some((record) => record.status === 'pending' || record.status === 'sending')
  const [last] = records
  return {
    annul: invoiceWorkflow.can(status, 'annul', role) && !isRectified,
    repeatAnnulment:
      isLead && status === 'annulled' && last?.kind === 'anulacion' && last.status === 'refused',
    correct: status === 'issued' && last !== undefined && !isOpen,
    rectify:
      isLead && status === 'issued' && treatment === 'invoice' && source === null && document.totalMinor > 0,
    rectifyHref:
      isLead && status === 'issued' && sourceId !== null ? (source?.rectifyHref(sourceId) ?? null) : null,
  }
}

/** What the last alta says, for the form that repairs it. */
async function correctionForm(invoiceId: number) {
  const last = await row<{ content: AltaContent }>(
    `select content from verifactu_records where invoice_id = :invoiceId and kind = 'alta' order by id desc limit 1`,
    { invoiceId }
  )
  if (!last) return null
  const [recipient] = last.content.Destinatarios ?? []
  return {
    recipientName: recipient?.NombreRazon ?? '',
    recipientTaxId: recipient?.NIF ?? recipient?.IDOtro?.ID ?? '',
    description: last.content.DescripcionOperacion,
    regimes: last.content.Desglose.map((detail) => ({
      label: [
        detail.TipoImpositivo && `${plainDecimal(detail.TipoImpositivo)} %`,
        detail.CalificacionOperacion ?? detail.OperacionExenta,
      ]
        .filter(Boolean)
        .join(' · '),
      value: detail.ClaveRegimen ?? '01',
    })),
  }
}

export type DocumentPage = Awaited<ReturnType<typeof documentPage>>
