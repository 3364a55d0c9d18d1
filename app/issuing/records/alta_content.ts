import type { AltaContent, Detail, InvoiceId, Party } from '#app/issuing/verifactu/record'
import { amountText, dayText, rateText, recordText } from '#app/issuing/verifactu/record_text'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

/** An issued invoice as its record needs it; amounts in cents. */
export type InvoiceToRecord = {
  issuerTaxId: string
  issuerName: string
  number: string
  issuedOn: CalendarDate
  operatedOn: CalendarDate | null
  invoiceType: string
  rectification: 'S' | 'I' | null
  description: string
  recipientName: string
  recipientTaxId: string | null
  recipientIdType: string | null
  recipientCountry: string | null
  vatMinor: number
  surchargeMinor: number
  totalMinor: number
  rectifiedBaseMinor: number | null
  rectifiedVatMinor: number | null
  rectifiedSurchargeMinor: number | null
  taxes: readonly RecordedTax[]
  rectified: readonly { number: string; issuedOn: CalendarDate }[]
}

export type RecordedTax = {
  tax: string
  regime: string
  qualification: string | null
  exemption: string | null
  rateBasisPoints: number
  baseMinor: number
  vatMinor: number
  surchargeBasisPoints: number
  surchargeMinor: number
}

const BIG_MINOR = 10_000_000_000

export const invoiceIdOf = ({
  issuerTaxId,
  number,
  issuedOn,
}: Pick<InvoiceToRecord, 'issuerTaxId' | 'number' | 'issuedOn'>): InvoiceId => ({
  IDEmisorFactura: issuerTaxId,
  NumSerieFactura: number,
  FechaExpedicionFactura: dayText(issuedOn),
})

/** What the record of an invoice says of it (order HAC/1177/2024, annex). */
export function altaContent(invoice: InvoiceToRecord): AltaContent {
  const { operatedOn, rectification, totalMinor } = invoice
  return {
    IDFactura: invoiceIdOf(invoice),
    NombreRazonEmisor: recordText(invoice.issuerName, 120),
    TipoFactura: invoice.invoiceType,
    ...(rectification === null ? {} : { TipoRectificativa: rectification }),
    ...rectifiedOf(invoice),
    ...(operatedOn === null ? {} : { FechaOperacion: dayText(operatedOn) }),
    DescripcionOperacion: recordText(invoice.description, 500),
    ...(Math.abs(totalMinor) >= BIG_MINOR ? { Macrodato: 'S' as const } : {}),
    ...(['F2', 'R5'].includes(invoice.invoiceType) ? {} : { Destinatarios: [recipientOf(invoice)] }),
    Desglose: invoice.taxes.map(detailOf),
    CuotaTotal: amountText(invoice.vatMinor + invoice.surchargeMinor),
    ImporteTotal: amountText(totalMinor),
  }
}

function rectifiedOf(invoice: InvoiceToRecord): Partial<AltaContent> {
  if (invoice.rectified.length === 0) return {}
  const FacturasRectificadas = invoice.rectified.map(({ number, issuedOn }) =>
    invoiceIdOf({ issuerTaxId: invoice.issuerTaxId, number, issuedOn })
  )
  if (invoice.rectifiedBaseMinor === null) return { FacturasRectificadas }
  return {
    FacturasRectificadas,
    ImporteRectificacion: {
      BaseRectificada: amountText(invoice.rectifiedBaseMinor),
      CuotaRectificada: amountText(invoice.rectifiedVatMinor ?? 0),
      ...(invoice.rectifiedSurchargeMinor
        ? { CuotaRecargoRectificado: amountText(invoice.rectifiedSurchargeMinor) }
        : {}),
    },
  }
}

function recipientOf(invoice: InvoiceToRecord): Party {
  const NombreRazon = recordText(invoice.recipientName, 120)
  const id = invoice.recipientTaxId ?? ''
  if (invoice.recipientIdType === null) return { NombreRazon, NIF: id }
  const country = invoice.recipientCountry
  return {
    NombreRazon,
    IDOtro: {
      ...(country === null || invoice.recipientIdType === '02' ? {} : { CodigoPais: country }),
      IDType: invoice.recipientIdType,
      ID: id,
    },
  }
}

function detailOf(tax: RecordedTax): Detail {
  const isCharged = tax.qualification === 'S1' || tax.qualification === 'S2'
  return {
    Impuesto: tax.tax,
    ClaveRegimen: tax.regime,
    ...(tax.qualification === null
      ? { OperacionExenta: tax.exemption ?? '' }
      : { CalificacionOperacion: tax.qualification }),
    ...(isCharged ? { TipoImpositivo: rateText(tax.rateBasisPoints) } : {}),
    BaseImponibleOimporteNoSujeto: amountText(tax.baseMinor),
    ...(isCharged ? { CuotaRepercutida: amountText(tax.vatMinor) } : {}),
    ...(tax.surchargeBasisPoints === 0
      ? {}
      : {
          TipoRecargoEquivalencia: rateText(tax.surchargeBasisPoints),
          CuotaRecargoEquivalencia: amountText(tax.surchargeMinor),
        }),
  }
}
