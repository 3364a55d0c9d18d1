import type { Badge } from '../invoices/document_page'

type Choice = { value: string; label: string }

export type IssuingTabData = {
  canWrite: boolean
  isNew: boolean
  lockVersion: number | null
  isOutside: boolean
  isSii: boolean
  isDue: boolean
  mode: 'off' | 'verifactu'
  verifactuFrom: string | null
  endsInYear: number | null
  issuerName: string
  taxId: string
  installation: string
  producerName: string
  producerTaxId: string
  producerAddress: string
  declaredPlace: string
  declaredOn: string | null
  connection: {
    id: number
    status: Badge
    reason: string | null
    environment: string
    environmentLabel: string
    since: string | null
  } | null
  environments: Choice[]
  sender: {
    open: number
    refused: number
    lastOkAt: string | null
    nextSendAt: string | null
    failures: number
    error: string | null
  }
  series: {
    id: number
    code: string
    kind: string
    isYearly: boolean
    isActive: boolean
    last: string | null
  }[]
  /** After a restore, until somebody has confirmed which numbers were the last. */
  restore: {
    takenAt: string
    numbers: { code: string; kind: string; year: number; last: number; number: string | null }[]
  } | null
  treatments: Choice[]
  system: { name: string; code: string; version: string }
  years: string[]
  events: {
    id: number
    seq: number
    title: string
    isAnomaly: boolean
    note: string | null
    at: string
    who: string | null
    hash: string
  }[]
}

export type TabProps = { siteId: number; tab: IssuingTabData }
