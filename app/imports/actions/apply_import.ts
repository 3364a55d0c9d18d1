import { recordEvent } from '#app/audit/record_event'
import { deleteBytes, findFile, forgetFile, readFileBytes } from '#app/files/store_file'
import { keepRows } from '#app/imports/actions/keep_rows'
import { refuseRepeated } from '#app/imports/actions/refuse_repeated'
import type { Asked, DeclaredImport, Outcome } from '#app/imports/define_import'
import type { OpenedImport } from '#app/imports/opened_import'
import { findWaiting, type WaitingImport } from '#app/imports/queries/find_import'
import { refuseForeignSites } from '#app/imports/refuse_foreign_sites'
import type { Progress } from '#app/jobs/queue'
import { execute, inTransaction, type Transaction } from '#app/kernel/database/sql'
import { DomainError } from '#app/kernel/domain_error'
import { counted } from '#app/kernel/text/counted'

export type Applied = { count: number; message: string; resultUrl: string }

type Request = {
  importId: string
  asked: Omit<Asked, 'purpose' | 'answers'>
  /** Wrong rows stay out where the import asks about them. */
  wrongRows: 'refuse' | 'leave_out'
  progress: Progress | null
}

/**
 * Takes on the right rows of a file that waits, in one transaction; it is read again here, under the locks of its import.
 * Throws at `file`: E_USED when it was taken on already, E_ROWS while a wrong row keeps it out, E_EMPTY without a right row,
 * and what its import refuses.
 */
export async function applyImport(
  declared: DeclaredImport,
  { importId, asked, wrongRows, progress }: Request
): Promise<Applied> {
  const done = await inTransaction(async (trx) => {
    const waiting = await findWaiting({ kind: declared.kind, importId, userId: asked.actor.userId }, trx)
    if (!waiting) throw atFile('E_USED', 'Este fichero ya se ha importado.')
    refuseForeignSites(declared, { answers: waiting.answers, scope: asked.scope })
    // One file of a kind at a time: two copies of it must not both pass the check.
    await execute(`select pg_advisory_xact_lock(hashtext('import:' || :kind))`, { kind: declared.kind }, trx)
    await refuseRepeated(declared, waiting.sha256, trx)
    const opened = await openAgain(declared, waiting, asked, trx)
    refuseWrong(declared, opened, wrongRows)
    const outcome = await opened.take(
      { importId, fileName: waiting.fileName, ...asked, answers: waiting.answers, progress },
      trx
    )
    const applied = resultOf(declared, opened, outcome, waiting)
    await keepRows(declared, importId, opened, outcome, trx)
    const storageKey = await markApplied(declared, { waiting, opened, outcome, applied, asked }, trx)
    return { applied, outcome, storageKey }
  })
  if (done.storageKey) await deleteBytes(done.storageKey)
  const more = await declared.after?.(done.outcome, asked.actor)
  return more ? { ...done.applied, message: `${done.applied.message} ${more}` } : done.applied
}

/** Reads the file, takes the locks that its rows call for, and reads it again under them. */
async function openAgain(
  declared: DeclaredImport,
  { fileId, choice, sheet, answers }: WaitingImport,
  asked: Request['asked'],
  trx: Transaction
): Promise<OpenedImport> {
  const file = await findFile(fileId)
  if (!file) throw atFile('E_FILE', 'El fichero ya no está: súbalo otra vez.')
  const bytes = await readFileBytes(file)
  const open = (purpose: Asked['purpose']) =>
    declared.open({ bytes, choice, sheet, asked: { ...asked, answers, purpose } }, trx)
  const first = await open(declared.locks ? 'look' : 'apply')
  if (!first.lock) return first
  await first.lock(trx)
  return open('apply')
}

function refuseWrong(
  declared: DeclaredImport,
  { table, rows }: OpenedImport,
  wrongRows: Request['wrongRows']
) {
  if (table && table.missing.length > 0)
    throw atFile('E_COLUMNS', 'Diga antes qué columnas del fichero son las que faltan.')
  const wrong = rows.find(({ state }) => state === 'wrong')
  const isLeftOut =
    declared.wrongRows === 'leave_out' || (declared.wrongRows === 'ask' && wrongRows === 'leave_out')
  if (wrong && !isLeftOut)
    throw new DomainError('E_ROWS', `Corrija el fichero: fila ${wrong.rowNo}. ${wrong.errors.join(' ')}`, {
      field: declared.wrongRows === 'ask' ? 'leave_out_wrong' : 'file',
    })
  if (rows.some(({ state }) => state === 'right')) return
  if (rows.some(({ state }) => state === 'repeated'))
    throw atFile('E_NOTHING', `No hay ${declared.nouns.many} nuevos que importar.`)
  throw atFile('E_EMPTY', 'Ninguna fila del fichero se puede importar.')
}

function resultOf(
  { told, at }: DeclaredImport,
  { rows, leftOut }: OpenedImport,
  { count, resultUrl, message: said }: Outcome,
  { answers }: WaitingImport
): Applied {
  const repeated = rows.filter(({ state }) => state === 'repeated').length
  const wrong = rows.filter(({ state }) => state === 'wrong').length
  const out = [
    [repeated, 'Ya importado'],
    [wrong, 'Con error'],
    [leftOut.length, 'Fuera por lo que dice el fichero'],
  ] as const
  const why = out.flatMap(([some, reason]) =>
    some > 0 ? [`${reason}: ${counted(some, 'fila omitida', 'filas omitidas')}.`] : []
  )
  const message = [said ?? told(count), ...why].join(' ')
  return {
    count,
    message,
    resultUrl: resultUrl ?? (typeof at.done === 'string' ? at.done : at.done(answers)),
  }
}

type Marked = {
  waiting: WaitingImport
  opened: OpenedImport
  outcome: Outcome
  applied: Applied
  asked: Request['asked']
}

/** Gives the key of the bytes that go, null where the file stays. */
async function markApplied(
  declared: DeclaredImport,
  { waiting, opened, outcome, applied, asked: { actor } }: Marked,
  trx: Transaction
): Promise<string | null> {
  const count = (state: string) => opened.rows.filter((row) => row.state === state).length
  await execute(
    `update imports set status = 'applied', problem = null, applied_at = now(), applied_by = :userId, site_ids = :siteIds, rows_total = :total, rows_applied = :applied,
        rows_wrong = :wrong, rows_repeated = :repeated, rows_left_out = :leftOut, result = :result, result_url = :resultUrl,
        file_id = case when :keepsFile then file_id end where id = :id::uuid`,
    {
      id: waiting.id,
      userId: actor.userId,
      siteIds: outcome.siteIds,
      total: opened.rows.length + opened.leftOut.length,
      applied: outcome.count,
      wrong: count('wrong'),
      repeated: count('repeated'),
      leftOut: opened.leftOut.length,
      result: applied.message,
      resultUrl: applied.resultUrl,
      keepsFile: declared.keepsFile,
    },
    trx
  )
  await recordEvent(
    {
      actor,
      objectType: declared.audit.objectType,
      objectId: outcome.objectId ?? null,
      siteId: outcome.siteIds.length === 1 ? (outcome.siteIds[0] ?? null) : null,
      event: declared.audit.applied,
      diff: { file: [null, waiting.fileName], rows: [null, outcome.count] },
    },
    trx
  )
  return declared.keepsFile ? null : forgetFile(waiting.fileId, trx)
}

const atFile = (code: `E_${string}`, message: string) => new DomainError(code, message, { field: 'file' })
