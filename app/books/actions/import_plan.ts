import { type Actor, recordEvent } from '#app/audit/record_event'
import { type CheckedRows, checkPlanRows } from '#app/books/plan_file/check_plan_rows'
import { readPlanApart } from '#app/books/plan_file/read_plan_apart'
import { knownPlan } from '#app/books/queries/known_plan'
import { findPlanUpload } from '#app/books/queries/plan_upload'
import { readFileBytes, storeFile } from '#app/files/store_file'
import { execute, inTransaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { instantiatePlan } from '#app/ledger/actions/instantiate_plan'
import { openSubaccounts } from '#app/ledger/actions/open_subaccounts'

type Upload = { siteId: number; name: string; bytes: Uint8Array; actor: Actor }

/** Keeps a file of accounts for its preview; nothing is opened. Throws at `file` what cannot be read. Gives its key. */
export async function uploadPlan({ siteId, name, bytes, actor }: Upload): Promise<number> {
  await readPlanApart(bytes)
  await knownPlan(siteId)
  return inTransaction(async (trx) => {
    const file = await storeFile({ name, bytes, createdBy: actor.userId, as: 'table' }, trx)
    await execute(
      `insert into plan_uploads (file_id, site_id, created_by) values (:fileId, :siteId, :userId)
       on conflict (file_id) do update set site_id = excluded.site_id, created_by = excluded.created_by`,
      { fileId: file.id, siteId, userId: actor.userId },
      trx
    )
    return file.id
  })
}

type Import = { siteId: number; fileId: number; rowsWithProblems: 'refuse' | 'skip'; actor: Actor }

/**
 * Opens the accounts of an uploaded file, all or none. Throws E_PLAN_ROWS while rows have problems and nobody says that
 * they are left out. Gives what was opened and what was left out.
 */
export async function importPlan({
  siteId,
  fileId,
  rowsWithProblems,
  actor,
}: Import): Promise<{ opened: number; skipped: number }> {
  const file = await findPlanUpload(siteId, fileId)
  if (!file) throw new DomainError('E_FILE', 'El fichero ya no está: súbalo otra vez.', { field: 'file' })
  const read = await readPlanApart(await readFileBytes(file))
  return inTransaction(async (trx) => {
    const checked = checkPlanRows(read, await knownPlan(siteId, trx))
    refuseProblems(checked, rowsWithProblems)
    const opened = await openSubaccounts(
      { siteId, accounts: checked.accounts, origin: 'imported', createdBy: actor.userId },
      trx
    )
    // Somebody opened one of them in between: the preview does not hold any more.
    if (opened.length !== checked.accounts.length)
      throw new DomainError(
        'E_PLAN_CHANGED',
        'El plan ha cambiado mientras se importaba: revise el fichero otra vez.'
      )
    await recordEvent(
      {
        actor,
        objectType: 'site',
        objectId: siteId,
        siteId,
        event: 'site.plan_imported',
        diff: {
          file: [null, file.name],
          accounts: [null, opened.length],
          skipped: [null, checked.problems.length],
        },
      },
      trx
    )
    return { opened: opened.length, skipped: checked.problems.length }
  })
}

function refuseProblems({ accounts, problems }: CheckedRows, how: Import['rowsWithProblems']): void {
  const [first] = problems
  if (first && how === 'refuse')
    throw new DomainError('E_PLAN_ROWS', `Fila ${first.line}: ${first.message}`, { field: 'skip_rows' })
  if (accounts.length === 0)
    throw new DomainError('E_PLAN_ROWS', 'Ninguna fila se puede importar.', { field: 'skip_rows' })
}

type Template = { siteId: number; plan: 'normal' | 'pymes'; actor: Actor }

/** Gives a company the nodes of the Plan General de Contabilidad that it has not. Gives how many. */
export function completePlan({ siteId, plan, actor }: Template): Promise<number> {
  return inTransaction(async (trx) => {
    await knownPlan(siteId, trx)
    const added = await instantiatePlan(siteId, plan, trx)
    if (added > 0)
      await recordEvent(
        {
          actor,
          objectType: 'site',
          objectId: siteId,
          siteId,
          event: 'site.plan_completed',
          diff: { accounts: [null, added] },
        },
        trx
      )
    return added
  })
}
