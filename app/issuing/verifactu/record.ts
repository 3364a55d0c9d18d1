/**
 * Billing records as AEAT's schema has them (SuministroInformacion.xsd): elements by their own names and every value as the text
 * that stands in the XML, because the hash is taken over that text and over no other form of it.
 */
export type OtherId = { CodigoPais?: string; IDType: string; ID: string }

export type Party = { NombreRazon: string; NIF?: string; IDOtro?: OtherId }

/** NIF of the issuer, series and number, and day of issue (DD-MM-YYYY): what an invoice is. */
export type InvoiceId = { IDEmisorFactura: string; NumSerieFactura: string; FechaExpedicionFactura: string }

/** One rate of an invoice (DetalleDesglose). */
export type Detail = {
  Impuesto?: string
  ClaveRegimen?: string
  CalificacionOperacion?: string
  OperacionExenta?: string
  TipoImpositivo?: string
  BaseImponibleOimporteNoSujeto: string
  BaseImponibleACoste?: string
  CuotaRepercutida?: string
  TipoRecargoEquivalencia?: string
  CuotaRecargoEquivalencia?: string
}

/** The program that made a record, its producer and this installation of it. */
export type BillingSystem = Party & {
  NombreSistemaInformatico: string
  IdSistemaInformatico: string
  Version: string
  NumeroInstalacion: string
  TipoUsoPosibleSoloVerifactu: 'S' | 'N'
  TipoUsoPosibleMultiOT: 'S' | 'N'
  IndicadorMultiplesOT: 'S' | 'N'
}

/** The record before; null for the first of a chain. */
export type PreviousRecord = (InvoiceId & { Huella: string }) | null

export type AltaContent = {
  IDFactura: InvoiceId
  RefExterna?: string
  NombreRazonEmisor: string
  Subsanacion?: 'S' | 'N'
  RechazoPrevio?: 'N' | 'S' | 'X'
  TipoFactura: string
  TipoRectificativa?: 'S' | 'I'
  FacturasRectificadas?: readonly InvoiceId[]
  FacturasSustituidas?: readonly InvoiceId[]
  ImporteRectificacion?: {
    BaseRectificada: string
    CuotaRectificada: string
    CuotaRecargoRectificado?: string
  }
  FechaOperacion?: string
  DescripcionOperacion: string
  FacturaSimplificadaArt7273?: 'S' | 'N'
  FacturaSinIdentifDestinatarioArt61d?: 'S' | 'N'
  Macrodato?: 'S' | 'N'
  EmitidaPorTerceroODestinatario?: 'D' | 'T'
  Tercero?: Party
  Destinatarios?: readonly Party[]
  Cupon?: 'S' | 'N'
  Desglose: readonly Detail[]
  CuotaTotal: string
  ImporteTotal: string
  NumRegistroAcuerdoFacturacion?: string
  IdAcuerdoSistemaInformatico?: string
}

export type AnulacionContent = {
  IDFactura: InvoiceId
  RefExterna?: string
  SinRegistroPrevio?: 'S' | 'N'
  RechazoPrevio?: 'S' | 'N'
  GeneradoPor?: 'E' | 'D' | 'T'
  Generador?: Party
}

/** What a record gets when it takes its place in the chain. */
export type Chained = {
  previous: PreviousRecord
  system: BillingSystem
  /** `2027-01-02T10:00:00+01:00`: to the second, with the offset of the place. */
  FechaHoraHusoGenRegistro: string
  Huella: string
}

export type RecordKind = 'alta' | 'anulacion'
