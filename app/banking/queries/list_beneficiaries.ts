import { shownIban } from '#app/accounts/queries/find_account'
import type { Viewer } from '#app/accounts/viewer'
import {
  BENEFICIARY_STATUSES,
  type BeneficiaryStatus,
  PAYEE_RESULTS,
  type PayeeResult,
} from '#app/banking/banking_labels'
import { beneficiaryFingerprint } from '#app/banking/beneficiaries/beneficiary_fingerprint'
import { A } from '#app/identity/roles'
import type { Badge } from '#app/kernel/lists/list_columns'
import type { List, ListDefinition } from '#app/kernel/lists/listing'

export type BeneficiaryRow = {
  id: number
  connectorId: number
  name: string
  /** The IBAN, else the end of its account: «•••• 4821». */
  account: string
  email: string | null
  currency: string
  country: string | null
  details: Readonly<Record<string, string>>
  status: Badge
  /** «Coincide», «Coincidencia parcial»…; null where nobody asked. */
  payeeCheck: Badge | null
  /** The name that the bank of the payee gave, where it is only close. */
  payeeName: string | null
  trusted: Badge
  /** Whether a second person has looked at it, without which nothing is paid to it the first time, and whether it still waits. */
  verified: Badge
  /** Until when its first payment waits; null where it does not. */
  waitsUntil: string | null
  createdBy: string | null
  verifiedBy: string | null
  createdAt: string
  /** Of the name and the account, for whoever answers for them. */
  fingerprint: string
  canVerify: boolean
  canWaive: boolean
}

type Found = {
  id: number
  connectorId: number
  name: string
  iban: string | null
  account: string
  email: string | null
  currency: string
  country: string | null
  details: Record<string, string>
  status: BeneficiaryStatus
  vopResult: PayeeResult | null
  vopName: string | null
  isTrusted: boolean
  createdById: number | null
  createdBy: string | null
  verifiedBy: string | null
  verifiedById: number | null
  verifiedAt: Date | null
  waitsUntil: Date | null
  createdAt: Date
}

/** What a search looks through. */
export const BENEFICIARY_WORDS = `f_unaccent(lower(b.name || ' ' || coalesce(b.iban, '') || ' ' || b.account || ' ' || coalesce(b.email, '')))`

const definition: ListDefinition = {
  from: 'provider_beneficiaries b',
  key: 'b.id',
  joins: 'left join users m on m.id = b.created_by left join users v on v.id = b.verified_by',
  select: `b.id, b.connector_id, b.name, b.iban, b.account, b.email, b.currency, b.country, b.details, b.status, b.vop_result, b.vop_name, b.is_trusted,
    b.created_by as created_by_id, m.name as created_by, v.name as verified_by, b.verified_by as verified_by_id, b.verified_at, case when b.payable_from > now() then b.payable_from end as waits_until, b.created_at`,
  sorts: {
    name: { sql: 'lower(b.name)', type: 'text' },
    currency: { sql: 'b.currency', type: 'text' },
    created_at: { sql: 'b.created_at', type: 'timestamptz' },
  },
  defaultSort: 'name',
}

/** Whom a connection can pay (`b.connector_id = :connectorId`); whoever made one does not verify it. */
export const beneficiariesListFor = (viewer: Viewer): List<Found, BeneficiaryRow> => ({
  name: 'beneficiarios',
  definition,
  toRow: (found) => toRow(found, viewer),
  columns: [
    { key: 'name', title: 'Nombre', kind: 'name', sort: 'name' },
    { key: 'account', title: 'Cuenta', kind: 'account', file: { width: 32 } },
    { key: 'currency', title: 'Divisa', kind: 'reference', sort: 'currency' },
    { key: 'country', title: 'País', kind: 'reference', isOptional: true },
    { key: 'email', title: 'Correo', kind: 'text', isOptional: true, card: 'hidden' },
    { key: 'payeeCheck', title: 'Comprobación', kind: 'badge' },
    { key: 'trusted', title: 'Firma', kind: 'badge', isOptional: true },
    { key: 'verified', title: 'Verificación', kind: 'badge' },
    { key: 'status', title: 'Estado', kind: 'badge' },
    {
      key: 'createdAt',
      title: 'Creado',
      kind: 'instant',
      sort: 'created_at',
      isOptional: true,
      card: 'hidden',
    },
  ],
})

function toRow(found: Found, viewer: Viewer): BeneficiaryRow {
  const { iban, account, vopResult, verifiedAt, waitsUntil, isTrusted, createdById, status } = found
  return {
    id: found.id,
    connectorId: found.connectorId,
    name: found.name,
    account: shownIban(iban, viewer) ?? account,
    email: found.email,
    currency: found.currency,
    country: found.country,
    details: found.details,
    status: BENEFICIARY_STATUSES[status],
    payeeCheck: vopResult && PAYEE_RESULTS[vopResult],
    payeeName: vopResult === 'close_match' ? found.vopName : null,
    trusted: isTrusted ? { label: 'De confianza', tone: 'green' } : { label: 'Con firma', tone: 'grey' },
    verified: verificationOf(found),
    waitsUntil: waitsUntil?.toISOString() ?? null,
    createdBy: found.createdBy,
    verifiedBy: found.verifiedBy,
    createdAt: found.createdAt.toISOString(),
    fingerprint: beneficiaryFingerprint(found),
    canVerify: verifiedAt === null && status !== 'deleted' && createdById !== viewer.userId,
    canWaive: waitsUntil !== null && viewer.role === A && found.verifiedById !== viewer.userId,
  }
}

/** Whoever made it here, or was the first to answer for one that the bank had, is one of two. */
function verificationOf({ verifiedAt, waitsUntil, createdById }: Found): Badge {
  if (verifiedAt === null)
    return { label: createdById === null ? 'Sin verificar' : 'Falta otra persona', tone: 'amber' }
  return waitsUntil === null
    ? { label: 'Verificado', tone: 'green' }
    : { label: 'En plazo de espera', tone: 'blue' }
}
