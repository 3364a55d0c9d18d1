import { type Actor, recordEvent } from '#app/audit/record_event'
import { checkIban } from '#app/blacklist/check_iban'
import { refuseUnfit } from '#app/expenses/actions/keep_receipts'
import { storeFile } from '#app/files/store_file'
import { makeSecretLink } from '#app/identity/public_forms/secret_link'
import { violatedConstraint } from '#app/kernel/database/database_error'
import { execute, inTransaction, oneRow, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError, isDomainError } from '#app/kernel/domain_error'
import { taxIdKind } from '#app/kernel/identifiers/tax_id'
import { isValidVatNumber } from '#app/kernel/identifiers/vat_number'
import { givenReason } from '#app/kernel/text/given_reason'
import { queueMail } from '#app/mail/queue_mail'
import { createProvider } from '#app/providers/actions/create_provider'
import type { TaxIdType } from '#app/providers/actions/provider_checks'

export type ProviderRequestDraft = {
  name: string
  /** ISO code of where its tax number is from. */
  country: string
  taxId: string
  email: string
  phone: string | null
  address: string
  activity: string | null
  iban: string
  certificate: { name: string; bytes: Uint8Array }
}

/** What a stranger is told of a refusal that would say what is known here. */
export const NO_DATA = 'No podemos registrar estos datos. Contacte con la empresa.'

/**
 * Somebody asks to be taken in as a supplier. Nothing becomes of it before a person accepts it; one who is known already, or
 * has asked already, gets the same answer. Throws at `certificate`, and `NO_DATA` for an account that is barred.
 */
export async function requestProvider(draft: ProviderRequestDraft, actor: Actor): Promise<void> {
  await refuseUnfit([{ ...draft.certificate, line: null }]).catch((error: unknown) => {
    throw isDomainError(error) ? new DomainError(error.code, error.message, { field: 'certificate' }) : error
  })
  await refuseBarred(draft.iban, 'provider_request')
  try {
    await inTransaction((trx) => insertRequest(draft, 'received', actor, trx))
  } catch (error) {
    if (violatedConstraint(error) !== 'provider_requests_once') throw error
    await inTransaction((trx) => insertRequest(draft, 'duplicate', actor, trx))
  }
}

/** Throws `NO_DATA` for an account that nobody may pay; the attempt stays on record. */
export async function refuseBarred(iban: string, point: string): Promise<void> {
  const hit = await checkIban(iban, { point, userId: null })
  if (hit?.severity === 'block') throw new DomainError('E_NO_DATA', NO_DATA, { field: 'form' })
}

async function insertRequest(
  draft: ProviderRequestDraft,
  status: 'received' | 'duplicate',
  actor: Actor,
  trx: Transaction
): Promise<void> {
  const known = await row<{ id: number }>(
    `select id from providers where tax_id = :taxId and status <> 'merged'`,
    { taxId: draft.taxId },
    trx
  )
  const file = await storeFile({ ...draft.certificate, createdBy: null }, trx)
  const { id } = await oneRow<{ id: number }>(
    `insert into provider_requests (token_hash, name, country, tax_id, email, phone, address, activity, iban, certificate_file_id, status, provider_id, source_ip)
     values (:hash, :name, :country, :taxId, :email, :phone, :address, :activity, :iban, :fileId, :status, :providerId, :ip::inet) returning id`,
    {
      hash: makeSecretLink().hash,
      name: draft.name,
      country: draft.country,
      taxId: draft.taxId,
      email: draft.email,
      phone: draft.phone,
      address: draft.address,
      activity: draft.activity,
      iban: draft.iban,
      fileId: file.id,
      status: known ? 'duplicate' : status,
      providerId: known?.id ?? null,
      ip: actor.ip ?? null,
    },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'provider_request',
      objectId: id,
      event: 'provider_request.received',
      to: 'received',
    },
    trx
  )
  await queueMail(
    {
      to: draft.email,
      subject: 'Solicitud de alta recibida',
      body: `${draft.name}:\n\nHemos recibido su solicitud de alta como proveedor. La revisaremos y le escribiremos si falta algo.`,
      objectType: 'provider_request',
      objectId: id,
    },
    trx
  )
}

type Request = {
  id: number
  name: string
  country: string
  taxId: string
  email: string
  phone: string | null
  address: string
  activity: string | null
  iban: string
  certificateFileId: number
  status: string
}

/**
 * Takes a supplier in to be looked at, with the account unverified: nothing is paid to it before it is validated and a second
 * person has verified the account. Gives its key.
 */
export async function acceptRequest(requestId: number, actor: Actor): Promise<number> {
  return inTransaction(async (trx) => {
    const request = await lockRequest(requestId, trx)
    const providerId = await createProvider(
      {
        legalName: request.name,
        taxIdType: typeOfTaxId(request),
        taxId: request.taxId,
        country: request.country,
        kind: 'supplier',
        ledgerPrefix: '410',
        email: request.email,
        iban: request.iban,
        certificateFileId: request.certificateFileId,
        source: 'public_expense',
        isDraft: true,
      },
      actor,
      trx
    )
    await execute(
      `update providers set phone = :phone, address = :address, notes = :activity where id = :providerId`,
      { providerId, phone: request.phone, address: request.address, activity: request.activity },
      trx
    )
    await execute(
      `update expense_notes set provider_id = :providerId where claimant_tax_id = :taxId and employee_id is null and provider_id is null and status in ('received', 'in_review', 'info_requested')`,
      { providerId, taxId: request.taxId },
      trx
    )
    await decide(request, { to: 'accepted', providerId, reason: null, actor }, trx)
    return providerId
  })
}

function typeOfTaxId({ country, taxId }: Request): TaxIdType {
  if (country !== 'ES') return isValidVatNumber(taxId) ? 'vat_eu' : 'foreign'
  const kind = taxIdKind(taxId)
  return kind === 'cif' ? 'cif' : kind === 'nie' ? 'nie' : 'nif'
}

/** Nobody is taken in. */
export function rejectRequest(requestId: number, reason: string, actor: Actor): Promise<void> {
  const why = givenReason(reason)
  return inTransaction(async (trx) => {
    const request = await lockRequest(requestId, trx)
    await decide(request, { to: 'rejected', providerId: null, reason: why, actor }, trx)
  })
}

async function lockRequest(requestId: number, trx: Transaction): Promise<Request> {
  const request = await row<Request>(
    `select id, name, country, tax_id::text, email::text, phone, address, activity, iban, certificate_file_id, status from provider_requests where id = :requestId for update`,
    { requestId },
    trx
  )
  if (request?.status !== 'received')
    throw new DomainError('E_TRANSITION', 'La solicitud ya está resuelta: recargue la página.')
  return request
}

type Decision = {
  to: 'accepted' | 'rejected'
  providerId: number | null
  reason: string | null
  actor: Actor
}

async function decide(request: Request, { to, providerId, reason, actor }: Decision, trx: Transaction) {
  await execute(
    `update provider_requests set status = :to, provider_id = :providerId, reason = :reason, decided_by = :userId, decided_at = now() where id = :id`,
    { id: request.id, to, providerId, reason, userId: actor.userId },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: 'provider_request',
      objectId: request.id,
      event: `provider_request.${to}`,
      from: 'received',
      to,
      reason,
    },
    trx
  )
}
