import type { Actor } from '#app/audit/record_event'
import { lockContract, noteEditor } from '#app/contracts/actions/lock_contract'
import { record } from '#app/contracts/actions/record_contract'
import { type ContractFileKind, FILE_KINDS } from '#app/contracts/contract_labels'
import { refuseUnfitPaper } from '#app/files/paper'
import { deleteBytes, forgetFile, type StoredFile, sha256Of, storeFile } from '#app/files/store_file'
import { execute, inTransaction, row, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'

export type ContractUpload = { kind: ContractFileKind; name: string; bytes: Uint8Array }

/** Keeps a paper of a contract, PDF or picture by its content, each once. Throws at `files`. */
export async function addContractFile(
  contractId: number,
  { kind, name, bytes }: ContractUpload,
  actor: Actor,
  outer?: Transaction
): Promise<void> {
  await refuseUnfitPaper({ name, bytes }, 'files')
  const sha256 = sha256Of(bytes)
  await inTransaction(async (trx) => {
    const contract = await lockContract(contractId, trx)
    const same = await row<{ name: string }>(
      `select f.name from contract_files c join files f on f.id = c.file_id where c.contract_id = :contractId and c.sha256 = :sha256`,
      { contractId, sha256 },
      trx
    )
    if (same)
      throw new DomainError('E_FILE_TWICE', `Este archivo ya está en el contrato (${same.name}).`, {
        field: 'files',
      })
    const file = await storeFile({ name, bytes, createdBy: actor.userId }, trx)
    await execute(
      `insert into contract_files (contract_id, kind, file_id, sha256, created_by) values (:contractId, :kind, :fileId, :sha256, :userId)`,
      { contractId, kind, fileId: file.id, sha256, userId: actor.userId },
      trx
    )
    if (contract.status === 'draft') await noteEditor(contractId, actor, trx)
    await record(contract, 'contract.file_added', actor, trx, {
      diff: { file: [null, `${FILE_KINDS[kind]}: ${file.name}`] },
    })
  }, outer)
}

/** The stored file of a paper; null when it is none of this contract's. */
export function findContractFile(contractId: number, paperId: number): Promise<StoredFile | null> {
  return row<StoredFile>(
    `select f.id, f.name, f.mime, f.size_bytes, f.sha256, f.storage_key from contract_files c join files f on f.id = c.file_id
      where c.id = :paperId and c.contract_id = :contractId`,
    { paperId, contractId }
  )
}

/** Takes a paper away. The signed contract stays once somebody has been asked to approve it. */
export async function removeContractFile(contractId: number, paperId: number, actor: Actor): Promise<void> {
  const storageKey = await inTransaction(async (trx) => {
    const contract = await lockContract(contractId, trx)
    const found = await row<{ fileId: number; kind: ContractFileKind; name: string }>(
      `select c.file_id, c.kind, f.name from contract_files c join files f on f.id = c.file_id where c.id = :paperId and c.contract_id = :contractId`,
      { paperId, contractId },
      trx
    )
    if (!found) throw new DomainError('E_FILE', 'El archivo ya no está.')
    if (found.kind === 'signed' && contract.status !== 'draft')
      throw new DomainError('E_SIGNED', 'El contrato firmado no se elimina: es lo que se aprobó.')
    await execute(`delete from contract_files where id = :paperId`, { paperId }, trx)
    if (contract.status === 'draft') await noteEditor(contractId, actor, trx)
    await record(contract, 'contract.file_removed', actor, trx, {
      diff: { file: [`${FILE_KINDS[found.kind]}: ${found.name}`, null] },
    })
    return forgetFile(found.fileId, trx)
  })
  await deleteBytes(storageKey)
}
