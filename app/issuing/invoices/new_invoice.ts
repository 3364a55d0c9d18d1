import type { Actor } from '#app/audit/record_event'
import type { Scheme, Supply } from '#app/issuing/invoices/tax_treatment'
import type { CalendarDate } from '#app/kernel/time/calendar_date'

export type Treatment = 'invoice' | 'debit_note' | 'suplido'

/** A company of the group, whose data are copied, or anybody else. */
export type Recipient =
  | { siteId: number }
  | {
      name: string
      /** Spanish NIF, or the identification that `idType` names (02 VAT number of the Union…). */
      taxId: string
      idType?: '02' | '03' | '04' | '05' | '06' | '07'
      country?: string
      address?: string
    }

export type NewLine = {
  description: string
  /** Cents before taxes; negative takes off. */
  baseMinor: number
  /** A tax of `tax_codes` (VAT, IGIC, IPSI, exempt, not subject, reverse charge); none for debit notes and suplidos. */
  taxCodeId?: number
  /** Where the code alone does not say it: export, intra-EU, not subject by place. */
  scheme?: Scheme
  /** Services unless told. */
  supply?: Supply
}

export type Rectification = {
  invoiceIds: readonly number[]
  /** `differences`: this invoice holds what changes. `substitution`: it holds what is right, and takes the place of the others. */
  method: 'differences' | 'substitution'
  /** R1 error founded in law and art. 80.1, 80.2, 80.6; R2 bankruptcy; R3 bad debt; R4 other causes. */
  cause: 'R1' | 'R2' | 'R3' | 'R4'
}

export type NewInvoice = {
  issuerSiteId: number
  recipient: Recipient
  treatment: Treatment
  /** Left out: REF, REFR (rectifying), ND (debit notes) or SUP (suplidos), each by year. */
  series?: string
  issuedOn: CalendarDate
  operatedOn?: CalendarDate | null
  dueOn?: CalendarDate | null
  description: string
  lines: readonly NewLine[]
  withholding?: { taxCodeId: number; baseMinor: number; amountMinor: number } | null
  rectifies?: Rectification
  /** The document behind it, which is issued once. */
  source?: { type: string; id: number }
  actor: Actor
}

export type IssuedInvoice = {
  id: number
  number: string
  baseMinor: number
  vatMinor: number
  totalMinor: number
  /** What is paid: the total without what the recipient withholds. */
  payableMinor: number
  taxes: { taxCodeId: number; rateBasisPoints: number; baseMinor: number; vatMinor: number }[]
  /** Its record of VERI*FACTU; null where it has none. */
  recordId: number | null
}
