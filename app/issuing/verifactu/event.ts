import type { BillingSystem, InvoiceId } from '#app/issuing/verifactu/record'

/** An invoice as an event names it, with the hash of its record. */
export type NamedRecord = InvoiceId & { Huella: string }

/** What each type of event says of itself; the types of systems that do not send are not noted. */
export type EventOwn =
  | { type: '03'; records: number }
  | { type: '04'; anomaly: string; invoice: InvoiceId }
  | {
      type: '08'
      from: string
      to: string
      first: NamedRecord
      last: NamedRecord
      altas: number
      taxTotal: string
      total: string
      anulaciones: number
    }
  | { type: '07' }
  | { type: '90' }

/** An event that has its place in the chain of events (EventosSIF.xsd). */
export type SystemEventContent = {
  system: BillingSystem
  issuer: { NombreRazon: string; NIF: string }
  own: EventOwn
  /** At most a hundred characters. */
  note?: string
  FechaHoraHusoGenEvento: string
  previous: { TipoEvento: string; FechaHoraHusoGenEvento: string; HuellaEvento: string } | null
  HuellaEvento: string
}
