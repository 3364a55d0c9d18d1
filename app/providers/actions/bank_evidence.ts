import type { Actor } from '#app/audit/record_event'
import type { Paper } from '#app/files/paper'
import { forgetFile, type StoredFile, storeFile } from '#app/files/store_file'
import { inTransaction, row, rows, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import type { AccountNumbers } from '#app/kernel/identifiers/account_number'
import { recordBank } from '#app/providers/actions/bank_history'
import type { VerificationMethod } from '#app/providers/actions/provider_banks'

export type Verification = { method: VerificationMethod; certificate: Paper | null }
type Evidence = { fileId: number | null; name: string | null }

/**
 * What proves that an account is its supplier's: the paper of who verifies, else the one that came with the account.
 * Throws E_EVIDENCE at `file` where a certificate is said to have been seen and there is none.
 */
export async function keepEvidence(
  bankId: number,
  { method, certificate }: Verification,
  actor: Actor,
  trx: Transaction
): Promise<{ fileId: number | null; change: Record<string, [unknown, unknown]> }> {
  const before = await evidenceOf(bankId, trx)
  if (method === 'certificate' && certificate === null && before.fileId === null)
    throw new DomainError('E_EVIDENCE', 'Adjunte el certificado de titularidad que ha comprobado.', {
      field: 'file',
    })
  if (certificate === null) return { fileId: before.fileId, change: {} }
  const file = await storeFile({ ...certificate, createdBy: actor.userId }, trx)
  return { fileId: file.id, change: { evidence: [before.name, file.name] } }
}

async function evidenceOf(bankId: number, trx: Transaction): Promise<Evidence> {
  const found = await row<Evidence>(
    `select b.evidence_file_id as file_id, f.name from provider_banks b left join files f on f.id = b.evidence_file_id where b.id = :bankId`,
    { bankId },
    trx
  )
  return found ?? { fileId: null, name: null }
}

type Wanted = { providerId: number; bankId: number; scope: number[] | 'all' }

/**
 * The certificate of an account, null where there is none or the account is of a company the reader does not work with.
 * It tells the whole account: that somebody took it stays on record.
 */
export function takeEvidence(
  { providerId, bankId, scope }: Wanted,
  actor: Actor
): Promise<StoredFile | null> {
  return inTransaction(async (trx) => {
    const found = await row<StoredFile & AccountNumbers>(
      `select f.id, f.name, f.mime, f.size_bytes, f.sha256, f.storage_key, b.iban, b.account_number from provider_banks b join files f on f.id = b.evidence_file_id
        where b.id = :bankId and b.provider_id = :providerId and (b.site_id is null or :all or b.site_id = any(:siteIds::bigint[]))`,
      { bankId, providerId, all: scope === 'all', siteIds: scope === 'all' ? [] : scope },
      trx
    )
    if (!found) return null
    const { iban, accountNumber, ...file } = found
    await recordBank(
      { id: bankId, providerId, iban, accountNumber },
      'provider_bank.evidence_viewed',
      actor,
      trx
    )
    return file
  })
}

/** Forgets the certificates of accounts that go, once they are gone; gives the keys whose bytes go with the commit. */
export async function forgetEvidence(fileIds: readonly number[], trx: Transaction): Promise<string[]> {
  const loose = await rows<{ id: number }>(
    `select f.id from files f where f.id = any(:fileIds::bigint[]) and not exists (select 1 from provider_requests r where r.certificate_file_id = f.id)`,
    { fileIds: [...fileIds] },
    trx
  )
  const keys: string[] = []
  for (const { id } of loose) keys.push(await forgetFile(id, trx))
  return keys
}
